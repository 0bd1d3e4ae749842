import APIRequestDecoding
import APIRuntime
import HTTPTypes

/// The parts of a multipart body while it arrives.
///
/// Large files are in a temporary file, all other parts in memory, with a limit for their sum.
struct FormCollector {
    /// A part of which the end has not arrived.
    private struct OpenPart {
        let head: PartHead
        let isFile: Bool
        var bytes: [UInt8] = []
        /// The offset of the content in the temporary file; `nil` for a part in memory.
        var start: Int?
    }

    /// The maximum length in bytes of a file in memory.
    private static let maximumFileInMemory = 1 << 16

    /// The parser; `nil` while the collector receives its events, and after an error.
    private var parser: MultipartParser?
    /// The names of the parts that may be in the temporary file; none for a body that is in memory already.
    private let files: Set<String>
    /// The names of the parts that cannot be in the temporary file, if all others may be.
    private let values: Set<String>?
    private let options: ServerOptions

    private var open: OpenPart?
    private var parts: [(part: OpenPart, end: Int)] = []
    /// The number of bytes in memory.
    private var held = 0

    private var spool: FormSpool?
    /// The bytes that are next in the temporary file, and its length with them.
    private var unwritten: [UInt8] = []
    private var length = 0

    /// Creates a collector.
    ///
    /// - Parameters:
    ///   - input: The request.
    ///   - files: The names of the parts that are files.
    ///   - values: The names of the parts that are not files, if all others are; `nil` if only those of `files` are.
    /// - Throws: ``UnreadableInput`` if the body is not a form.
    init(_ input: ServerInput, files: [String], values: [String]?) throws(UnreadableInput) {
        let type = input.about.headers[.contentType]
        guard let parser = MultipartParser(contentType: type ?? "") else {
            throw UnreadableInput(notFormWithType: type)
        }
        self.parser = parser
        self.files = input.stream == nil ? [] : Set(files)
        self.values = input.stream == nil ? nil : values.map(Set.init)
        options = input.options
    }

    /// Adds the next bytes of the body.
    ///
    /// - Throws: ``UnreadableInput`` if the form exceeds a limit, or `FileFailure`.
    mutating func add(_ chunk: [UInt8]) throws {
        guard var parser = parser.take() else { return }
        do {
            try parser.parse(chunk) { (event) throws(DecodingFailure) in try receive(event) }
        } catch {
            throw UnreadableInput(.body, open?.head.name, failure: error)
        }
        self.parser = parser
        if unwritten.count >= FormSpool.chunkLength { try write() }
    }

    /// Returns the parts, after the last byte of the body.
    ///
    /// - Throws: ``UnreadableInput`` if the body ends before its last boundary, or `FileFailure`.
    mutating func finish() throws -> [ReceivedPart] {
        guard parser?.isFinished == true else {
            throw UnreadableInput(.body, "", .unreadable(.unfinishedForm))
        }
        try write()
        return parts.map { part, end in
            guard let start = part.start, let spool else { return ReceivedPart(part.head, bytes: part.bytes) }
            return ReceivedPart(part.head, bytes: [], largeFile: spool.body(start..<end))
        }
    }

    private mutating func receive(_ event: MultipartParser.Event) throws(DecodingFailure) {
        switch event {
        case .begin(let head):
            try options.formLimits.check(fields: parts.count + 1)
            try hold(head.name.utf8.count + (head.fileName?.utf8.count ?? 0) + (head.contentType?.utf8.count ?? 0))
            try hold(head.others.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count })
            // Base64 is decoded in memory.
            open = OpenPart(head: head, isFile: isFile(head.name) && !head.isBase64)
        case .content(let bytes): try append(bytes)
        case .end:
            guard let part = open.take() else { return }
            parts.append((part, length))
        }
    }

    private func isFile(_ name: String) -> Bool {
        guard let values else { return files.contains(name) }
        // A property in the style `deepObject` has parts such as `hints[name]`.
        return !values.contains(name) && !values.contains(String(name.prefix { $0 != "[" }))
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) throws(DecodingFailure) {
        if let file = open, file.isFile, file.start == nil, !fits(bytes.count, file.bytes.count) {
            open?.start = length
            open?.bytes = []
            held -= file.bytes.count
            unwritten += file.bytes
            length += file.bytes.count
        }
        guard open?.start == nil else {
            unwritten += bytes
            length += bytes.count
            return
        }
        try hold(bytes.count)
        open?.bytes += bytes
    }

    /// Counts bytes that stay in memory.
    private mutating func hold(_ count: Int) throws(DecodingFailure) {
        held += count
        guard held <= options.maximumBodyBytes else { throw DecodingFailure(.tooLarge, "too large for memory") }
    }

    /// Returns whether more bytes of a file can be in memory.
    private func fits(_ count: Int, _ known: Int) -> Bool {
        known + count <= Self.maximumFileInMemory && held + count <= options.maximumBodyBytes
    }

    private mutating func write() throws {
        guard !unwritten.isEmpty else { return }
        let file = try spool ?? FormSpool(in: options.temporaryFolder)
        spool = file
        try file.write(unwritten, at: length - unwritten.count)
        unwritten.removeAll(keepingCapacity: true)
    }
}
