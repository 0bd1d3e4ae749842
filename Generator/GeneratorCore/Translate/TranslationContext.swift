/// What every translator of a module needs.
struct TranslationContext {

    let module: APIModule
    let access: ModuleOptions.Access

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
    ///   - speller: What spelled the declarations' types.
    ///   - declarations: What the file contains.
    ///   - runtime: How the file needs the runtime.
    /// - Returns: The file.
    func file(
        _ folder: String,
        _ name: Identifier,
        _ speller: TypeSpeller,
        _ declarations: [Declaration],
        runtime: RuntimeUse = .declared
    ) -> SourceFileModel {
        let isPublic = access == .public
        var imports: [Import] = []
        switch runtime {
        case .declared: imports.append(Import(module: RuntimeNames.module, isPublic: isPublic))
        case .inside: imports.append(Import(module: RuntimeNames.module, isPublic: false))
        case .asSpelled where speller.usesRuntime:
            imports.append(Import(module: RuntimeNames.module, isPublic: isPublic))
        case .asSpelled: break
        }
        if speller.usesFoundation || speller.usesFoundationInside {
            imports.append(Import(module: "Foundation", isPublic: isPublic && speller.usesFoundation))
        }
        return SourceFileModel(path: "\(folder)\(name.text).swift", imports: imports, declarations: declarations)
    }

    /// A doc comment from what the spec says; `nil` when it says nothing, as a name alone needs no comment.
    func comment(_ documentation: Documentation) -> DocComment? {
        let texts = [documentation.summary, documentation.details].compactMap { $0 }
        return texts.allSatisfy { $0.trimmed.isEmpty } ? nil : comment(documentation, otherwise: "")
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
        let text = CommentText.clean(text)
        let end = text.range(ofParagraphEnd: "\n\n") ?? text.endIndex
        let paragraph = text[..<end]
        let after = text[end...].trimmed
        guard let dot = paragraph.firstSentenceEnd else { return (paragraph.trimmed, after) }
        let rest = [paragraph[dot...].trimmed, after].filter { !$0.isEmpty }.joined(separator: "\n\n")
        return (paragraph[..<dot].trimmed, rest)
    }
}

extension String {
    /// Where a paragraph ends.
    fileprivate func range(ofParagraphEnd mark: String) -> Index? {
        var index = startIndex
        while let newline = self[index...].firstIndex(of: "\n") {
            let next = self.index(after: newline)
            if next < endIndex, self[next] == "\n" {
                return newline
            }
            index = next
        }
        return nil
    }
}

extension Substring {
    /// The place after the first sentence, when another one follows in the same paragraph.
    fileprivate var firstSentenceEnd: Index? {
        var index = startIndex
        while let dot = self[index...].firstIndex(of: ".") {
            let next = self.index(after: dot)
            guard next < endIndex else { return nil }
            if self[next].isWhitespace {
                let rest = self[next...].drop { $0.isWhitespace }
                // `e.g. something` goes on in lower case.
                if rest.first?.isUppercase == true {
                    return next
                }
            }
            index = next
        }
        return nil
    }
}
