import YAMLReader

/// Text of a `$ref` with its place.
struct Reference: Hashable {
    let text: String
    /// Number of the file in which the reference stands.
    let file: Int
    let range: SourceRange
    /// Address of the schema with an `$id` that the reference stands in; empty for the file itself.
    let base: String

    init(_ text: String, file: Int, range: SourceRange) {
        self.text = text
        self.file = file
        self.range = range
        base = ""
    }

    /// A reference of the schema or object at a place.
    init(_ text: String, at pointer: Pointer, range: SourceRange, in context: ParseContext) {
        self.text = text
        file = pointer.file
        self.range = range
        base = context.base(of: pointer)
    }

    /// The part before `#`; empty for the same file.
    var filePath: String {
        String(text.prefix { $0 != "#" })
    }

    /// The part from `#` on; `#` when there is none.
    var fragment: String {
        text.firstIndex(of: "#").map { String(text[$0...]) } ?? "#"
    }

    /// The last step of the reference, for names; the name of the file where there is none.
    var lastToken: String {
        if let token = JSONPointer(parsing: fragment)?.tokens.last {
            return token
        }
        // An anchor, or an address or file.
        guard fragment == "#" else { return String(fragment.dropFirst()) }
        let file = filePath.split(separator: "/").last ?? ""
        return String(file.split(separator: ".").first ?? file)
    }
}
