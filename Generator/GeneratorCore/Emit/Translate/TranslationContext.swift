/// What every translator of a module needs.
struct TranslationContext {

    let module: APIModule
    let options: ModuleOptions
    let xml: XMLPlan
    let security: SecurityNames
    /// Names of the top level that an imported module has as well.
    let unclearNames: Set<String>
    var access: ModuleOptions.Access { options.access }
    var validation: ValidatedTypes { module.validation }

    init(module: APIModule, options: ModuleOptions) {
        self.module = module
        self.options = options
        xml = XMLPlan(module)
        security = SecurityNames(module)
        unclearNames = module.unclearNames
    }

    /// The access level as it is written; `nil` for internal declarations, which need none.
    var accessCode: Code? {
        switch access {
        case .public: "public"
        case .package: "package"
        case .internal: nil
        }
    }

    /// How a file needs the runtime; an import that is more public than its use is a warning.
    enum RuntimeUse {
        /// In declarations.
        case declared
        /// In bodies or internal declarations alone.
        case inside
        /// As far as its types were spelled.
        case asSpelled
    }

    /// A file with the imports that its declarations need.
    ///
    /// - Parameters:
    ///   - folder: Folder inside the output, with a slash behind it; empty for none.
    ///   - name: Name of the file without its extension.
    ///   - part: What tells the file from others of the name; `nil` when there is none.
    ///   - speller: What spelled the declarations' types.
    ///   - declarations: What the file contains.
    ///   - runtime: How the file needs the runtime.
    ///   - library: A further module of ours that the declarations name; `nil` when there is none.
    /// - Returns: The file.
    func file(
        _ folder: String,
        _ name: Identifier,
        part: Identifier? = nil,
        _ speller: TypeSpeller,
        _ declarations: [Declaration],
        runtime: RuntimeUse = .declared,
        library: Code? = nil
    ) -> SourceFileModel {
        let isVisible = access != .internal
        var imports: [Import] = []
        switch runtime {
        case .declared: imports.append(Import(module: RuntimeNames.module, isVisible: isVisible))
        case .inside: imports.append(Import(module: RuntimeNames.module, isVisible: false))
        case .asSpelled where speller.usesRuntime:
            imports.append(Import(module: RuntimeNames.module, isVisible: isVisible))
        case .asSpelled: break
        }
        if let library { imports.append(Import(module: library, isVisible: isVisible)) }
        if speller.usesFoundation || speller.usesFoundationInside {
            imports.append(Import(module: "Foundation", isVisible: isVisible && speller.usesFoundation))
        }
        imports += speller.modules.sorted().map { Import(module: "\($0)", isVisible: isVisible) }
        if runtime != .asSpelled {
            // Members of their types, also of those that are not spelled.
            let others = module.imports.map(\.name).filter { !speller.modules.contains($0) }
            imports += others.sorted().map { Import(module: "\($0)", isVisible: false) }
        }
        let file = name.text + (part.map { "+" + $0.text } ?? "")
        return SourceFileModel(path: "\(folder)\(file).swift", imports: imports, declarations: declarations)
    }

    /// A type's name as it is written from the top level of the module at hand.
    func spelled(_ type: NamedType) -> Code {
        var speller = TypeSpeller(self)
        return speller.spell(.named(type))
    }

    /// A type's name as it is written in an extension of another type, whose inner types may hide it.
    func spelled(_ type: NamedType, inExtensionOf scope: NamedType) -> Code {
        let first = type.path[0].name
        let isHidden = scope.nested.contains { $0.name == first } && !unclearNames.contains(first.text)
        return isHidden ? "\(type.module ?? module.name).\(spelled(type))" : spelled(type)
    }

    /// A doc comment from what the spec says; `nil` when it says nothing, as a name alone needs no comment.
    func comment(_ documentation: Documentation) -> DocComment? {
        let isEmpty = documentation.summary?.trimmed.isEmpty != false && documentation.details?.trimmed.isEmpty != false
        return isEmpty ? nil : comment(documentation, otherwise: "")
    }

    /// A doc comment of a declared type.
    ///
    /// An inner type does not repeat all that the property says which holds it.
    func comment(_ type: NamedType, otherwise: String) -> DocComment {
        var comment = comment(type.documentation, otherwise: otherwise, pointer: type.remark)
        if let parent = type.parent, parent.properties.contains(where: { $0.documentation == type.documentation }) {
            comment.details = nil
        }
        return comment
    }

    /// A doc comment that says where its subject stands in the spec.
    func comment(_ documentation: Documentation, otherwise: String, pointer: String? = nil) -> DocComment {
        let summary = documentation.summary?.trimmed ?? ""
        let details = documentation.details?.trimmed ?? ""
        let (first, rest) = Self.split(summary.isEmpty ? (details.isEmpty ? otherwise : details) : summary)
        let more = summary.isEmpty ? rest : [rest, details].filter { !$0.isEmpty }.joined(separator: "\n\n")
        return DocComment(
            summary: first,
            details: more.isEmpty ? nil : more,
            source: pointer.flatMap { $0.isEmpty ? nil : "Source `\($0)`" }
        )
    }

    /// The first paragraph, or its first sentence when there is more than one, and the rest.
    static func split(_ text: String) -> (first: String, rest: String) {
        guard !text.isOneSentence else { return (text, "") }
        let text = CommentText.bytes(text)[...]
        guard !text.starts(with: "```".utf8), !text.starts(with: "~~~".utf8) else { return (text.trimmed, "") }
        let end = min(text.paragraphEnd, text.fenceStart)
        let after = text[end...].trimmed
        guard let dot = text[..<end].firstSentenceEnd else { return (text[..<end].trimmed, after) }
        let rest = [text[dot..<end].trimmed, after].filter { !$0.isEmpty }.joined(separator: "\n\n")
        return (text[..<dot].trimmed, rest)
    }
}

extension String {

    /// Whether the text is plainly one short sentence: on one line of ASCII, and without anything but words.
    fileprivate var isOneSentence: Bool {
        var last: UInt8 = 0x20
        for byte in utf8 {
            let isPlain = byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "`") && byte != UInt8(ascii: "~")
            guard isPlain, byte != 0x20 || last != UInt8(ascii: ".") && last != 0x20 else { return false }
            last = byte
        }
        return last != 0x20
    }
}

extension ArraySlice<UInt8> {

    /// Where the first paragraph ends: before an empty line, or at the end.
    fileprivate var paragraphEnd: Int {
        var index = startIndex
        while let newline = self[index...].firstIndex(of: UInt8(ascii: "\n")) {
            index = newline + 1
            if index < endIndex, self[index] == UInt8(ascii: "\n") {
                return newline
            }
        }
        return endIndex
    }

    /// Where the first block of code starts, or the end: a block is not taken apart.
    fileprivate var fenceStart: Int {
        var index = startIndex
        while let newline = self[index...].firstIndex(of: UInt8(ascii: "\n")) {
            index = newline + 1
            let line = self[index...].drop { $0 == UInt8(ascii: " ") }
            if line.starts(with: "```".utf8) || line.starts(with: "~~~".utf8) {
                return newline
            }
        }
        return endIndex
    }

    /// The place after the first sentence, when another one follows.
    fileprivate var firstSentenceEnd: Int? {
        var index = startIndex
        while let dot = self[index...].firstIndex(of: UInt8(ascii: ".")) {
            index = dot + 1
            let rest = self[index...].drop { $0.isSpace }
            // `e.g. something` goes on in lower case.
            if rest.startIndex > index, rest.startsWithCapital {
                return index
            }
        }
        return nil
    }

    private var startsWithCapital: Bool {
        guard let first else { return false }
        if first < 0x80 {
            return first >= UInt8(ascii: "A") && first <= UInt8(ascii: "Z")
        }
        return String(decoding: prefix(16), as: UTF8.self).first?.isUppercase == true
    }

    /// The text without spaces at its ends.
    fileprivate var trimmed: String {
        let end = lastIndex { !$0.isSpace }.map { $0 + 1 } ?? startIndex
        return String(decoding: self[..<end].drop { $0.isSpace }, as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether the byte is a space, a tab or a line break.
    fileprivate var isSpace: Bool {
        self == UInt8(ascii: " ") || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\t")
    }
}
