extension Documentation {

    /// Creates the documentation of a schema.
    init(_ schema: Schema) {
        self.init(summary: schema.title ?? schema.description, details: schema.title == nil ? nil : schema.description)
        // An attribute would cause warnings wherever the generated code itself uses the type.
        if schema.isDeprecated {
            add("Deprecated.")
        }
        if let docs = schema.externalDocs {
            add(docs)
        }
    }

    /// Adds a paragraph.
    mutating func add(_ paragraph: String) {
        details = [details, paragraph].compactMap { $0 }.joined(separator: "\n\n")
    }
}
