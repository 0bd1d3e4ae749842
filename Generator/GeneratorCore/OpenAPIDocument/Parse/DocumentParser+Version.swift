import YAMLReader

/// The version of a document.
extension DocumentParser {

    /// Checks the version of OpenAPI before anything else is parsed.
    func checkVersion() -> Bool {
        let root = context.root.node
        let accepted = "Supported versions are 2.0, 3.0, 3.1 and 3.2"
        guard let mapping = root.mapping else {
            context.diagnostics.error(
                "not-openapi",
                "An OpenAPI document must be a mapping, but this is \(root.kind)",
                hint: accepted,
                at: root.range
            )
            return false
        }
        guard let entry = mapping.entry("openapi") ?? mapping.entry("swagger") else {
            return checkUnnamed(mapping, root.range)
        }
        reportSecond(mapping)
        guard let written = entry.value.string ?? entry.value.numberText, !written.isEmpty else {
            reportValue(entry)
            return false
        }
        let hasLetter = "vV".contains(written.first ?? " ")
        let version = hasLetter ? String(written.dropFirst()).trimmed : written
        context.isVersion30 = version == "3" || version.hasPrefix("3.0")
        context.isVersion32 = version.hasPrefix("3.2")
        let isKnown = ["3.0", "3.1", "3.2"].contains { version == $0 || version.hasPrefix($0 + ".") }
        guard !isKnown || entry.key.text != "openapi" || hasLetter else { return true }
        guard version == "3" || version.hasPrefix("3.") else {
            context.diagnostics.error(
                "unsupported-version",
                "\(entry.key.text == "swagger" ? "Swagger" : "OpenAPI") version '\(written)' is not supported",
                hint: accepted,
                at: entry.value.range
            )
            return false
        }
        context.slip(
            "unsupported-version",
            isKnown && !hasLetter
                ? "'swagger' is not the key for this version" : "OpenAPI version '\(written)' is not supported",
            so: "it is read as OpenAPI \(isKnown ? String(version.prefix(3)) : context.isVersion30 ? "3.0" : "3.2")",
            hint: !isKnown ? accepted : hasLetter ? "Write '\(version)'" : "Use 'openapi'",
            at: entry.value.range
        )
        return !context.isStrict
    }

    /// Reports `swagger` next to `openapi`, which counts.
    private func reportSecond(_ mapping: Mapping) {
        guard let used = mapping.entry("openapi"), let other = mapping.entry("swagger") else { return }
        context.diagnostics.warning(
            "unsupported-version",
            "The document has both 'openapi' and 'swagger', so 'swagger' is ignored",
            hint: "Remove the key that does not apply",
            at: other.key.range,
            related: [.init(message: "This version is used", range: used.key.range)]
        )
    }

    /// Reports a version that is missing or is no string.
    private func reportValue(_ entry: Mapping.Entry) {
        guard !context.diagnostics.isUnreadable(entry.value.range) else { return }
        let key = entry.key.text
        let isEmpty = entry.value.isNull || entry.value.string != nil
        context.diagnostics.error(
            isEmpty ? "empty-value" : "wrong-type",
            isEmpty ? "'\(key)' has no value" : "'\(key)' must be a string, but this is \(entry.value.kind)",
            hint: "Write the version, such as '\(key == "swagger" ? "swagger: \"2.0\"" : "openapi: 3.1.0")'",
            at: isEmpty ? entry.key.range : entry.value.range
        )
    }

    /// Reports a document without a version; returns whether it is probably an OpenAPI document nevertheless.
    private func checkUnnamed(_ mapping: Mapping, _ range: SourceRange) -> Bool {
        guard !OtherDocument.report(mapping, at: range, context.diagnostics) else { return false }
        let message = "This is not an OpenAPI document: 'openapi' is missing"
        let hint = "Add 'openapi: 3.1.0' at the top"
        guard !context.isStrict, mapping["info"]?.mapping != nil, mapping["paths"]?.mapping != nil else {
            context.diagnostics.error("not-openapi", message, hint: hint, at: range)
            return false
        }
        context.slip("not-openapi", "'openapi' is missing", so: "it is read as OpenAPI 3.1", hint: hint, at: range)
        return true
    }
}
