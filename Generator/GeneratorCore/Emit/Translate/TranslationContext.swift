/// The context that all translators of a module share.
struct TranslationContext {

    let module: APIModule
    let options: ModuleOptions
    let xml: XMLPlan
    let security: SecurityNames
    /// The names at the top level that an imported module also has.
    let unclearNames: Set<String>
    var access: ModuleOptions.Access { options.access }
    var validation: ValidatedTypes { module.validation }

    init(module: APIModule, options: ModuleOptions) {
        self.module = module
        self.options = options
        xml = XMLPlan(module.xml)
        security = SecurityNames(module)
        unclearNames = module.unclearNames
    }

    /// The access level as source code; `nil` for internal declarations, which need none.
    var accessCode: Code? {
        switch access {
        case .public: "public"
        case .package: "package"
        case .internal: nil
        }
    }

    /// The use of the runtime in a file; an import that is more public than its use causes a warning.
    enum RuntimeUse {
        /// In declarations.
        case declared
        /// Only in bodies or internal declarations.
        case inside
        /// Only as far as its types were spelled.
        case asSpelled
    }

    /// Returns a file with the imports that its declarations need.
    ///
    /// - Parameters:
    ///   - folder: The folder inside the output, with a trailing slash; empty for none.
    ///   - name: The name of the file without its extension.
    ///   - part: The part of the name that distinguishes the file from others; `nil` if there is none.
    ///   - speller: The speller of the declarations' types.
    ///   - declarations: The content of the file.
    ///   - runtime: The use of the runtime in the file.
    ///   - library: Another module that the declarations use; `nil` if there is none.
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

    /// Returns a type's name at the top level of the current module.
    func spelled(_ type: NamedType) -> Code {
        var speller = TypeSpeller(self)
        return speller.spell(.named(type))
    }

    /// Returns a type's name in an extension of another type, whose nested types may hide it.
    func spelled(_ type: NamedType, inExtensionOf scope: NamedType) -> Code {
        let first = type.path[0].name
        let isHidden =
            scope.nested.contains { $0.name == first } || scope.hasMember(first)
            || scope.hasIdentity && first.text == "ID"
        return isHidden && !unclearNames.contains(first.text)
            ? "\(type.module ?? module.name).\(spelled(type))" : spelled(type)
    }

    /// Returns a doc comment from the documentation of the spec; `nil` if it is empty, because a name alone needs no
    /// comment.
    func comment(_ documentation: Documentation) -> DocComment? {
        let isEmpty = documentation.summary?.trimmed.isEmpty != false && documentation.details?.trimmed.isEmpty != false
        return isEmpty ? nil : comment(documentation, otherwise: "")
    }

    /// Returns a doc comment for a declared type.
    ///
    /// A nested type does not repeat the documentation of the property that contains it.
    func comment(_ type: NamedType, otherwise: String) -> DocComment {
        var comment = comment(type.documentation, otherwise: otherwise, pointer: type.remark)
        if let parent = type.parent, parent.properties.contains(where: { $0.documentation == type.documentation }) {
            comment.details = nil
        }
        return comment
    }

    /// Returns a doc comment for a property with a group of operations, without a long description, which is at the
    /// group's type.
    func summary(of group: OperationGroupModel) -> DocComment {
        var comment = comment(group.documentation, otherwise: "A group of operations.")
        if comment.details.map({ $0.utf8.count > 200 }) ?? false { comment.details = nil }
        return comment
    }

    /// Returns a doc comment that includes the subject's location in the spec.
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

    /// Returns the first paragraph, or its first sentence if it has several, and the rest.
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

    /// Whether the string is certainly one short sentence: a single line of ASCII with words only.
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

    /// The end of the first paragraph: before an empty line, or at the end of the text.
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

    /// The start of the first code block, or the end of the text, because a block is not split.
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

    /// The position after the first sentence, if another one follows.
    fileprivate var firstSentenceEnd: Int? {
        var index = startIndex
        while let dot = self[index...].firstIndex(of: UInt8(ascii: ".")) {
            index = dot + 1
            let rest = self[index...].drop { $0.isSpace }
            // `e.g. something` continues in lower case.
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

    /// The string without leading and trailing spaces.
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

extension NamedType {
    /// Whether the type has a property or a case with a name, which hides a type of the same name in its extensions.
    fileprivate func hasMember(_ name: Identifier) -> Bool {
        switch content {
        case .object(let object): object.properties.contains { $0.name == name }
        case .union(let union): union.variants.contains { $0.name == name }
        default: false
        }
    }

    /// Whether the type has the associated type of `Identifiable`.
    fileprivate var hasIdentity: Bool {
        if case .object(let object) = content { object.isIdentifiable } else { false }
    }
}
