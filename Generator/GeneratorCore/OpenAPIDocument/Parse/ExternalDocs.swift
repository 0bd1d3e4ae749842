/// Parses External Documentation Objects.
enum ExternalDocs {

    private static let keys = KeySet(["url", "description"])

    /// Returns the address and description in `externalDocs` of an object; `nil` if it is absent.
    static func text(_ object: SpecObject) -> String? {
        guard let element = object.element("externalDocs"),
            let docs = SpecObject(element, "external documentation", keys: keys, in: object.context),
            let address = docs.string("url")
        else { return nil }
        return docs.string("description").map { "\($0): \(address)" } ?? "See \(address)"
    }
}
