/// A parser for server-sent events as the HTML standard defines them (section 9.2.6).
struct EventParser: Sendable {
    /// Identifier after the last complete event; empty when the server has reset it, `nil` when it has set none.
    private(set) var lastEventID: String?

    /// Wait before the next connection in milliseconds; `nil` when the server has not asked for one.
    private(set) var retryMilliseconds: Int?

    private var lines: LineSplitter
    private let maximumBytes: Int
    private var id: String?
    private var name = ""
    private var data: [UInt8] = []
    private var hasData = false
    /// The wait that the current event asks for.
    private var ownRetry: Int?

    /// Creates a parser for a connection.
    ///
    /// - Parameters:
    ///   - lastEventID: Identifier after the last event of earlier connections.
    ///   - maximumBytes: Longest line, and longest data of one event, in bytes.
    init(lastEventID: String? = nil, maximumBytes: Int) {
        self.lastEventID = lastEventID
        id = lastEventID
        self.maximumBytes = maximumBytes
        lines = LineSplitter(.any, maximumBytes: maximumBytes)
    }

    /// Returns a parser for the next connection that continues with the state of this one.
    func next(maximumBytes: Int) -> EventParser {
        var parser = EventParser(lastEventID: lastEventID, maximumBytes: maximumBytes)
        parser.retryMilliseconds = retryMilliseconds
        return parser
    }

    /// Parses the next bytes.
    ///
    /// An event without a blank line at the end of a connection is discarded.
    ///
    /// - Parameters:
    ///   - chunk: The bytes.
    ///   - events: Receives the events that they complete, including those before a failure.
    /// - Throws: A failure with the reason `tooLarge`.
    mutating func push(
        _ chunk: [UInt8],
        into events: inout [ServerSentEvent<[UInt8]>]
    ) throws(DecodingFailure) {
        // Moved and not copied: a copy of the pending line for each chunk would be quadratic.
        var splitter = LineSplitter(.any, maximumBytes: 0)
        swap(&splitter, &lines)
        defer { swap(&splitter, &lines) }
        try splitter.push(chunk) { (line) throws(DecodingFailure) in
            if line.isEmpty {
                if let event = dispatch() { events.append(event) }
            } else {
                try read(line)
            }
        }
    }

    private mutating func dispatch() -> ServerSentEvent<[UInt8]>? {
        defer {
            name = ""
            data = []
            hasData = false
            ownRetry = nil
        }
        lastEventID = id
        guard hasData else { return nil }
        let id = id.flatMap { $0.isEmpty ? nil : $0 }
        var event = ServerSentEvent(name: name.isEmpty ? "message" : name, id: id, data: data)
        event.retryMilliseconds = ownRetry
        return event
    }

    private mutating func read(_ line: [UInt8]) throws(DecodingFailure) {
        let field = line.prefix { $0 != UInt8(ascii: ":") }
        // A line with a leading colon is a comment.
        guard !field.isEmpty else { return }
        var value = line.dropFirst(field.count + 1)
        if value.first == 0x20 { value = value.dropFirst() }
        switch String(decoding: field, as: UTF8.self) {
        case "event": name = String(decoding: value, as: UTF8.self)
        case "data": try add(value)
        case "id" where !value.contains(0): id = String(decoding: value, as: UTF8.self)
        case "retry" where !value.isEmpty && value.allSatisfy { (0x30...0x39).contains($0) }:
            ownRetry = Int(String(decoding: value, as: UTF8.self)) ?? ownRetry
            retryMilliseconds = ownRetry ?? retryMilliseconds
        default: break
        }
    }

    private mutating func add(_ value: ArraySlice<UInt8>) throws(DecodingFailure) {
        guard value.count < maximumBytes - data.count else {
            throw DecodingFailure(.tooLarge, "an event is longer than allowed", offset: nil)
        }
        if hasData { data.append(0x0A) }
        data += value
        hasData = true
    }
}
