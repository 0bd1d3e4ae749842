/// A text that grows line by line, as UTF-8: a large API has megabytes of it.
struct Output {

    private(set) var bytes: [UInt8]
    private var depth = 0

    /// Creates a text that begins with some lines.
    init(_ bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    /// The number of columns before the text of a line.
    var column: Int {
        depth * 4
    }

    /// Appends a line; an empty one is not indented.
    mutating func line(_ line: String) {
        if !line.isEmpty {
            indent(depth)
            bytes.append(contentsOf: line.utf8)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends a line that is indented further than its surroundings.
    mutating func line(_ line: String, deeper: Int) {
        indent(depth + deeper)
        bytes.append(contentsOf: line.utf8)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends a line of a doc comment.
    mutating func comment(_ text: some Collection<UInt8>) {
        indent(depth)
        bytes.append(contentsOf: "///".utf8)
        if !text.isEmpty {
            bytes.append(UInt8(ascii: " "))
            bytes.append(contentsOf: text)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends content that is indented by one more level.
    mutating func indented(_ content: (inout Output) -> Void) {
        depth += 1
        content(&self)
        depth -= 1
    }

    /// Whether a line ends before a column.
    func fits(_ line: String, in width: Int) -> Bool {
        line.utf8.count + column <= width
    }

    private mutating func indent(_ depth: Int) {
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 4))
    }
}
