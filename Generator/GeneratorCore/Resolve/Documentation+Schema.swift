extension Documentation {

    /// What a schema says about itself.
    init(_ schema: Schema) {
        self.init(summary: schema.title ?? schema.description, details: schema.title == nil ? nil : schema.description)
        // An attribute would warn of the type wherever the generated code itself speaks of it.
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
