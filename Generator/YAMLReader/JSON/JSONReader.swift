/// Reads a JSON file that passed ``TextCheck``.
func readJSON(_ file: SourceFile, limits: ReadLimits) -> (root: Node?, problems: [ReadFailure]) {
    var reader = JSONReader(file, limits: limits)
    return reader.read()
}

/// A strict JSON reader (RFC 8259) that records source ranges.
///
/// The bytes must be valid UTF-8.
struct JSONReader: ~Copyable {

    let file: SourceFile
    let bytes: [UInt8]
    var session: ReadSession

    /// Offset of the next byte.
    var offset: Int

    /// Line of the next byte; 1 or more.
    private var line = 1

    /// Offset at which the line would start if each of its scalars were one byte, which makes a column a subtraction.
    var columnBase: Int

    /// Elements of the open arrays.
    private var nodes = Pile<Node>()

    /// Entries of the open objects.
    private var entries = Pile<Mapping.Entry>()

    init(_ file: SourceFile, limits: ReadLimits) {
        self.file = file
        bytes = file.bytes
        session = ReadSession(limits: limits)
        offset = file.contentStart
        columnBase = file.contentStart
    }

    /// Reads the whole file.
    ///
    /// - Returns: The root, or `nil` after a problem that ends reading, and all problems.
    mutating func read() -> (root: Node?, problems: [ReadFailure]) {
        let root = try? readFile()
        return (root, session.problems)
    }

    private mutating func readFile() throws(ReadingStopped) -> Node {
        skipSpace()
        let root = try readValue(depth: 0)
        skipSpace()
        if offset < bytes.count {
            throw unexpected("Text follows the end of the document", "Remove everything after the last bracket")
        }
        return root
    }

    /// The next byte, or 0 at the end.
    ///
    /// A file that passed ``TextCheck`` contains no 0.
    @inline(__always)
    var next: UInt8 {
        offset < bytes.count ? bytes[offset] : 0
    }

    /// Position of the next byte.
    @inline(__always)
    var position: SourcePosition {
        SourcePosition(offset: offset, line: line, column: offset &- columnBase &+ 1)
    }

    /// Range from a position up to the next byte.
    @inline(__always)
    func range(from start: SourcePosition) -> SourceRange {
        SourceRange(start: start, end: position, file: file.number)
    }

    /// Skips spaces and line breaks.
    @inline(__always)
    mutating func skipSpace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x09:
                offset &+= 1
            case 0x0A, 0x0D:
                let ends = bytes[offset] == 0x0A || offset &+ 1 == bytes.count || bytes[offset &+ 1] != 0x0A
                offset &+= 1
                if ends {
                    line &+= 1
                    columnBase = offset
                }
            default:
                return
            }
        }
    }

    /// Reads a value.
    ///
    /// - Parameter depth: Number of enclosing collections.
    /// - Returns: The value with its range.
    /// - Throws: ``ReadingStopped`` after recording a problem that ends reading.
    private mutating func readValue(depth: Int) throws(ReadingStopped) -> Node {
        let start = position
        switch next {
        case UInt8(ascii: "\""):
            let text = try readString()
            return try node(.string(text), from: start)
        case UInt8(ascii: "{"):
            return try readMapping(depth: depth + 1)
        case UInt8(ascii: "["):
            return try readList(depth: depth + 1)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let value = try readNumber()
            return try node(value, from: start)
        default:
            let value = try readLiteral()
            return try node(value, from: start)
        }
    }

    @inline(__always)
    private mutating func node(_ value: Node.Value, from start: SourcePosition) throws(ReadingStopped) -> Node {
        let range = range(from: start)
        try session.countNode(at: range)
        return Node(value, range: range)
    }

    private mutating func readList(depth: Int) throws(ReadingStopped) -> Node {
        let start = position
        try open(depth)
        let base = nodes.count
        skipSpace()
        while next != UInt8(ascii: "]") {
            let element = try readValue(depth: depth)
            nodes.push(element)
            try readSeparator(close: UInt8(ascii: "]"), openedAt: start)
        }
        offset += 1
        return Node(.sequence(nodes.take(above: base)), range: range(from: start))
    }

    private mutating func readMapping(depth: Int) throws(ReadingStopped) -> Node {
        let start = position
        try open(depth)
        let base = entries.count
        skipSpace()
        while next != UInt8(ascii: "}") {
            let key = try readKey()
            let value = try readValue(depth: depth)
            entries.push(Mapping.Entry(key: key, value: value))
            try readSeparator(close: UInt8(ascii: "}"), openedAt: start)
        }
        offset += 1
        let range = range(from: start)
        return Node(.mapping(try session.mapping(entries.take(above: base))), range: range)
    }

    /// Skips the bracket that opens a collection.
    private mutating func open(_ depth: Int) throws(ReadingStopped) {
        let start = position
        offset += 1
        let range = range(from: start)
        try session.checkDepth(depth, at: range)
        try session.countNode(at: range)
    }

    @inline(__always)
    private mutating func readKey() throws(ReadingStopped) -> Mapping.Key {
        let start = position
        guard next == UInt8(ascii: "\"") else {
            throw notAKey()
        }
        let key = Mapping.Key(try readString(), range: range(from: start))
        skipSpace()
        guard next == UInt8(ascii: ":") else {
            throw unexpected("A colon is missing after this key", "Write \"key\": value")
        }
        offset += 1
        skipSpace()
        return key
    }

    /// Moves to the next element or to the closing bracket.
    @inline(__always)
    private mutating func readSeparator(close: UInt8, openedAt start: SourcePosition) throws(ReadingStopped) {
        skipSpace()
        if next == UInt8(ascii: ",") {
            let comma = position
            offset += 1
            skipSpace()
            if next == close {
                throw trailingComma(comma, close)
            }
        } else if next != close {
            throw notSeparated(close, openedAt: start)
        }
    }
}
