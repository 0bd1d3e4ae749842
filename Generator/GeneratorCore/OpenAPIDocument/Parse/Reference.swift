import YAMLReader

/// The string of a `$ref` with its position.
struct Reference: Hashable {
    let text: String
    /// The number of the file that contains the reference.
    let file: Int
    let range: SourceRange
    /// The address of the enclosing schema with an `$id`; empty for the file itself.
    let base: String

    init(_ text: String, file: Int, range: SourceRange) {
        self.text = text
        self.file = file
        self.range = range
        base = ""
    }

    /// Creates a reference of the schema or object at a path.
    init(_ text: String, at pointer: Pointer, range: SourceRange, in context: ParseContext) {
        self.text = text
        file = pointer.file
        self.range = range
        base = context.base(of: pointer)
    }

    /// The part before `#`; empty for a reference within the same file.
    var filePath: String {
        String(text.prefix { $0 != "#" })
    }

    /// The part that starts with `#`; `#` if there is no fragment.
    var fragment: String {
        text.firstIndex(of: "#").map { String(text[$0...]) } ?? "#"
    }

    /// The last token of the reference, for use in names; the name of the file if there is no fragment.
    var lastToken: String {
        if let token = JSONPointer(parsing: fragment)?.tokens.last {
            return token
        }
        // Any other fragment is an anchor; without a fragment, the reference is an address or a file.
        return fragment == "#" ? fileName : String(fragment.dropFirst())
    }

    /// The name of the file without its extension; empty for a reference within the same file.
    var fileName: String {
        let file = filePath.split(separator: "/").last ?? ""
        return String(file.split(separator: ".").first ?? file)
    }
}
