/// Reads the elements of a large array one after another, while the document arrives.
///
/// The stream holds no more than one element and the bytes that the caller pushed last. The array is the document
/// itself, or a property at a path:
///
/// ```swift
/// var stream = JSONArrayStream(Receipt.self, at: ["receipts"])
/// for try await chunk in body {
///     for receipt in try stream.push(chunk) { show(receipt) }
/// }
/// try stream.finish()
/// ```
public struct JSONArrayStream<Element: JSONCodable>: Sendable {
    private enum State {
        case value, firstName, name, inName, colon, memberValue, inSkipped, afterMember
        case firstElement, element, inElement, afterElement, end
    }

    private let path: [String]
    private let options: JSONReadingOptions
    private let maximumElementBytes: Int

    /// Called with the errors of elements that cannot be decoded, which are omitted; `nil` throws the first error.
    var skip: (@Sendable (DecodingFailure) -> Void)?

    private var state = State.value
    /// The number of names of the path found so far; the level of the current object or array.
    private var level = 0
    private var isFound = false
    private var boundary = ValueBoundary()
    /// The part of the current value from earlier chunks.
    private var pending: [UInt8] = []
    private var valueStart = 0
    private var consumed = 0

    /// The number of elements read so far.
    public private(set) var count = 0

    /// Creates a stream for one document.
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - path: The names of the properties that lead to the array; empty for a document that is the array.
    ///   - options: The reading options for each element. Outside the elements, only the names of the path are checked
    ///     for duplicates.
    ///   - maximumElementBytes: The maximum length of an element, name or skipped property in bytes.
    public init(
        _ type: Element.Type = Element.self,
        at path: [String] = [],
        options: JSONReadingOptions = JSONReadingOptions(),
        maximumElementBytes: Int = 16 << 20
    ) {
        self.path = path
        self.options = options
        self.maximumElementBytes = maximumElementBytes
    }

    /// Reads the next bytes of the document.
    ///
    /// - Returns: The elements that ended in these bytes, in order.
    /// - Throws: ``DecodingFailure`` with path and offset in the whole document; the stream must not be used
    ///   afterwards.
    public mutating func push(_ chunk: [UInt8]) throws(DecodingFailure) -> [Element] {
        var elements: [Element] = []
        try push(chunk, into: &elements)
        return elements
    }

    /// Reads the next bytes of the document and appends the elements that ended in them, including those before a
    /// failure.
    mutating func push(_ chunk: [UInt8], into elements: inout [Element]) throws(DecodingFailure) {
        let failure: DecodingFailure? = chunk.withUnsafeBytes { bytes in
            do throws(DecodingFailure) {
                try read(bytes, into: &elements)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
        consumed += chunk.count
    }

    /// Ends the document.
    ///
    /// - Throws: ``DecodingFailure`` if the document is incomplete, or has no such array.
    public mutating func finish() throws(DecodingFailure) {
        guard state == .end else {
            throw DecodingFailure(.syntax, "the document ends before it is complete", offset: consumed)
        }
        guard isFound else {
            throw DecodingFailure(.missing, "the document has no such array", offset: consumed, member: path.last)
        }
    }

    private mutating func read(
        _ bytes: UnsafeRawBufferPointer,
        into elements: inout [Element]
    ) throws(DecodingFailure) {
        var offset = 0
        while offset < bytes.count {
            switch state {
            case .inName, .inSkipped, .inElement:
                try readValue(bytes, &offset, into: &elements)
            default:
                let byte = bytes[offset]
                if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
                    offset += 1
                } else if try step(byte, at: consumed + offset) {
                    offset += 1
                }
            }
        }
    }

    // Reads one byte between values; returns `false` for the first byte of a value, which is read next.
    private mutating func step(_ byte: UInt8, at place: Int) throws(DecodingFailure) -> Bool {
        switch (state, byte) {
        case (.value, ASCII.openBracket) where level == path.count:
            isFound = true
            state = .firstElement
        case (.value, ASCII.openBrace) where level < path.count:
            state = .firstName
        case (.firstName, ASCII.closeBrace), (.afterMember, ASCII.closeBrace):
            close()
        case (.firstName, ASCII.quote), (.name, ASCII.quote):
            return begin(.inName, at: place)
        case (.colon, ASCII.colon):
            state = isOnPath ? .value : .memberValue
        case (.memberValue, _):
            return begin(.inSkipped, at: place)
        case (.afterMember, ASCII.comma):
            state = .name
        case (.firstElement, ASCII.closeBracket), (.afterElement, ASCII.closeBracket):
            close()
        case (.firstElement, _), (.element, _):
            return begin(.inElement, at: place)
        case (.afterElement, ASCII.comma):
            state = .element
        default:
            throw unexpected(at: place)
        }
        return true
    }

    private var isOnPath = false

    private mutating func begin(_ next: State, at place: Int) -> Bool {
        state = next
        boundary = ValueBoundary()
        valueStart = place
        return false
    }

    // Leaves an object or the array; the array and its enclosing objects are each a property of the next outer one.
    private mutating func close() {
        if level == 0 {
            state = .end
        } else {
            level -= 1
            state = .afterMember
        }
    }

    private func unexpected(at place: Int) -> DecodingFailure {
        switch state {
        case .value:
            DecodingFailure(.mismatch, level == path.count ? "expected an array" : "expected an object", offset: place)
        case .end:
            DecodingFailure(.trailing, "something follows the document's value", offset: place)
        default:
            DecodingFailure(.syntax, "expected a colon, a comma or the end of the value", offset: place)
        }
    }

    private mutating func readValue(
        _ bytes: UnsafeRawBufferPointer,
        _ offset: inout Int,
        into elements: inout [Element]
    ) throws(DecodingFailure) {
        let start = offset
        let isComplete = boundary.advance(bytes, &offset)
        guard pending.count + offset - start <= maximumElementBytes else {
            throw DecodingFailure(.tooLarge, "a value is longer than allowed", offset: valueStart)
        }
        let part = UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
        guard isComplete else { return pending.append(contentsOf: part) }
        guard !pending.isEmpty else { return try finishValue(part, into: &elements) }
        pending.append(contentsOf: part)
        let whole = pending
        pending.removeAll(keepingCapacity: true)
        let failure: DecodingFailure? = whole.withUnsafeBytes { bytes in
            do throws(DecodingFailure) {
                try finishValue(bytes, into: &elements)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    private mutating func finishValue(
        _ bytes: UnsafeRawBufferPointer,
        into elements: inout [Element]
    ) throws(DecodingFailure) {
        let parents = Array(path.prefix(level))
        let isElement = state == .inElement
        do throws(DecodingFailure) {
            switch state {
            case .inName:
                try finishName(JSONCoding.decode(String.self, from: bytes))
            case .inElement:
                if let element = try decoded(bytes) { elements.append(element) }
                count += 1
                state = .afterElement
            default:
                _ = try JSONCoding.decode(CheckedValue.self, from: bytes, options: options)
                state = .afterMember
            }
        } catch {
            throw error.inside(parents, element: isElement ? count : nil, start: valueStart)
        }
    }

    private func decoded(_ bytes: UnsafeRawBufferPointer) throws(DecodingFailure) -> Element? {
        do throws(DecodingFailure) {
            return try JSONCoding.decode(Element.self, from: bytes, options: options)
        } catch {
            guard let skip else { throw error }
            skip(error.inside(Array(path.prefix(level)), element: count, start: valueStart))
            return nil
        }
    }

    private mutating func finishName(_ name: String) throws(DecodingFailure) {
        isOnPath = level < path.count && name.utf8.elementsEqual(path[level].utf8)
        state = .colon
        guard isOnPath else { return }
        guard !isFound else { throw DecodingFailure(.duplicateKey, "an object names a member twice", offset: 0) }
        level += 1
    }
}

/// A value that is validated and discarded.
private struct CheckedValue: JSONCodable {
    init(json reader: inout JSONReader) throws(DecodingFailure) {
        try reader.skip()
    }

    func write(to writer: inout JSONWriter) {
        writer.writeNull()
    }
}
