import YAMLReader

/// The keys of parameters, header fields and encodings that decide how a list is serialized.
extension SpecObject {

    /// The conditions under which the lists of an object have separators other than commas.
    struct SeparatorRule {
        /// The object in messages: `parameter`.
        let what: String
        /// Whether the location allows them at all.
        let isAllowed: Bool
        /// The only style that allows them.
        let style: ParameterStyle
        let hint: String
    }

    /// Returns the separator of a list that is not a comma, and reports one without effect.
    func separator(_ rule: SeparatorRule) -> ListSeparator? {
        let key = ExtensionName.separator.rawValue
        guard let separator = word(key, ListSeparator.self) else { return nil }
        let style = mapping["style"]?.string
        guard rule.isAllowed, style == nil || style == rule.style.rawValue, !self.has("content") else {
            context.diagnostics.warning(
                "no-effect",
                "'\(key)' has no effect on this \(rule.what)",
                hint: rule.hint,
                at: keyRange(key)
            )
            return nil
        }
        return separator
    }

    /// Reports keys on which a separator takes precedence.
    ///
    /// - Parameters:
    ///   - schema: The schema of the list or object; the elements of a list never have names.
    ///   - canBeReserved: Whether the values may have reserved characters as well.
    func checkSeparated(_ schema: Schema?, canBeReserved: Bool) {
        let target = schema.flatMap(context.target) ?? schema
        let isObject = target.map { $0.kinds.contains(.object) || !$0.properties.isEmpty } ?? false
        let lost = [
            isObject && mapping["explode"]?.bool == true ? "explode" : nil,
            !canBeReserved && mapping["allowReserved"]?.bool == true ? "allowReserved" : nil,
        ]
        for key in lost.compactMap({ $0 }) {
            context.diagnostics.warning(
                "no-effect",
                "'\(key)' has no effect next to '\(ExtensionName.separator.rawValue)'",
                hint: "Remove one of them",
                at: keyRange(key)
            )
        }
    }

    /// Returns the first media type of `content` with its key, in place of a reference to one (OpenAPI 3.2); `nil` if
    /// there is none.
    func content() -> (key: Mapping.Key, media: Element)? {
        guard let (key, element) = entries("content").first else { return nil }
        return context.follow(element).map { (key, $0) }
    }

    /// Returns the schema of a parameter or header field: its own, or that of its media type.
    func schema(in content: (key: Mapping.Key, media: Element)?) -> Schema? {
        let described = content.flatMap { content in
            content.media.node["schema"].map { content.media.child("schema", $0) }
        }
        return (element("schema") ?? described).map(context.schema(at:))
    }
}
