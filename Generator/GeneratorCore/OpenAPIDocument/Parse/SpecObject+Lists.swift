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

    /// Returns the first media type of `content`, in place of a reference to one (OpenAPI 3.2).
    ///
    /// Reports the parts that are not used: further media types, and a schema next to `content`.
    ///
    /// - Parameter what: The parameter or header field in messages.
    /// - Returns: The media type with its key; `nil` if there is none.
    func content(of what: String) -> (key: Mapping.Key, media: Element)? {
        let entries = entries("content")
        guard let (key, element) = entries.first else { return nil }
        if entries.count > 1 {
            context.slip(
                "two-schemas",
                "\(what) has several media types",
                so: "only '\(key.text)' is used",
                hint: "Keep one media type in 'content'",
                at: entries[1].0.range
            )
        }
        guard let media = context.follow(element) else { return nil }
        if media.node["schema"] != nil, mapping.contains("schema") {
            context.slip(
                "two-schemas",
                "\(what) has both 'schema' and 'content'",
                so: "'schema' is ignored",
                hint: "Remove one of them",
                at: keyRange("schema")
            )
        }
        return (key, media)
    }

    /// Returns the schema of a parameter or header field: that of its media type, or its own.
    func schema(in content: (key: Mapping.Key, media: Element)?) -> Schema? {
        let described = content.flatMap { content in
            content.media.node["schema"].map { content.media.child("schema", $0) }
        }
        return (described ?? element("schema")).map(context.schema(at:))
    }
}
