import YAMLReader

/// Diagnostics of keys that an object cannot have.
extension SpecObject {

    /// Reports all unknown keys.
    func reportUnknown(_ keys: KeySet, _ what: String) {
        for entry in mapping.entries where !keys.contains(entry.key.text) {
            guard entry.key.text.hasPrefix("x-"), keys.others != .refused else {
                reportKey(entry.key, keys, what)
                continue
            }
            if keys.others == .checked { reportExtension(entry.key, keys, what) }
        }
    }

    /// Reports an unknown key: an error in one of Specwright's extensions, and a warning elsewhere, where extra keys
    /// are common.
    private func reportKey(_ key: Mapping.Key, _ keys: KeySet, _ what: String) {
        guard what != "an OpenAPI document" || !reportMoved(key) else { return }
        let nearest = Suggestion.nearest(to: key.text, among: keys.standard)
        let isError = keys.isExtension && context.isStrict
        context.diagnostics.add(
            Diagnostic(
                isError ? .error : .warning,
                "unknown-key",
                "'\(key.text)' is not a valid key in \(what)\(isError ? "" : " and is ignored")",
                hint: nearest.map { "Did you mean '\($0)'?" }
                    ?? (keys.isExtension ? "Valid keys: \(keys.standard.sorted().joined(separator: ", "))" : nil),
                at: key.range
            )
        )
    }

    /// Reports a key of the components that is at the root of the document, and returns whether it is one.
    private func reportMoved(_ key: Mapping.Key) -> Bool {
        let kinds = [
            "definitions": "schemas", "schemas": "schemas", "parameters": "parameters", "responses": "responses",
            "requestBodies": "requestBodies", "headers": "headers", "securitySchemes": "securitySchemes",
            "securityDefinitions": "securitySchemes",
        ]
        guard let kind = kinds[key.text], mapping[key.text]?.mapping != nil else { return false }
        context.diagnostics.warning(
            "unknown-key",
            "'\(key.text)' is not a valid key in an OpenAPI document"
                + (kind == "securitySchemes" ? " and is ignored" : ", so only references use it"),
            hint: "Move it to 'components.\(kind)'",
            at: key.range
        )
        return true
    }

    /// Reports an unknown extension: an error in a strict document; elsewhere a warning, and only for a likely
    /// misspelling.
    private func reportExtension(_ key: Mapping.Key, _ keys: KeySet, _ what: String) {
        let nearest = context.extensionNearest(to: key.text, in: what, among: keys.extensions)
        guard context.refusesExtensions || nearest != nil else { return }
        let place =
            ExtensionName.all.contains(key.text)
            ? "is not supported in \(what)" : "is not an extension that specwright supports"
        context.diagnostics.add(
            Diagnostic(
                context.refusesExtensions ? .error : .warning,
                "unknown-extension",
                "'\(key.text)' \(place)",
                hint: nearest.map { "Did you mean '\($0)'?" }
                    ?? (keys.extensions.isEmpty
                        ? nil : "Valid extensions: \(keys.extensions.sorted().joined(separator: ", "))")
                        ?? "Correct it, or omit 'strict: true' for a document that you do not control",
                at: key.range
            )
        )
    }
}
