extension JSONReader {

    /// Enters an array.
    @usableFromInline
    mutating func beginArray() throws(DecodingFailure) {
        guard nextByte() == ASCII.openBracket else { throw expected("an array") }
        try descend()
        position += 1
    }

    /// Moves to the next element of the current array, or past its end.
    ///
    /// - Parameter isFirst: Whether no element has been read; becomes `false`.
    /// - Returns: Whether there is an element.
    /// - Throws: ``DecodingFailure`` if the separator is missing.
    @usableFromInline
    mutating func nextElement(_ isFirst: inout Bool) throws(DecodingFailure) -> Bool {
        if position >= nextCheck { try checkInterruption() }
        let byte = nextByte()
        if byte == ASCII.closeBracket {
            position += 1
            depth -= 1
            return false
        }
        if isFirst {
            isFirst = false
            return true
        }
        guard byte == ASCII.comma else { throw separatorExpected("a comma or the array's end") }
        position += 1
        if nextByte() == ASCII.closeBracket { throw failure(.syntax, "no element after the comma") }
        return true
    }

    /// The current position in bytes from the document's start.
    @usableFromInline var offset: Int { position }

    /// Returns the new capacity of a full array, chosen to avoid repeated copies and spare memory of large arrays.
    ///
    /// The method is called after an element that is not yet in the array.
    ///
    /// - Parameters:
    ///   - count: The number of elements in the array.
    ///   - start: The offset of the first element.
    /// - Returns: Two for small arrays at first, then double the count. From 64 on, an estimate of the remaining
    ///   elements from the remaining bytes of the document.
    @usableFromInline @inline(never)
    mutating func capacity(behind count: Int, since start: Int) -> Int {
        guard count > 0 else { return nextByte() == ASCII.comma ? 2 : 1 }
        guard count >= 64 else { return 2 * count }
        let length = max((position - start) / (count + 1), 1)
        let left = (bytes.count - position) / length
        let all = count + 1 + left + left / 32
        // The last step is the largest: it copies few elements compared with the new capacity.
        guard all > 4 * count else { return max(all, count + count / 4) }
        return max(2 * count, min(4 * count, all / 3))
    }

    /// Returns a failure for a missing separator.
    @inline(never)
    func separatorExpected(_ what: String) -> DecodingFailure {
        failure(.syntax, position < bytes.count ? "expected \(what)" : "expected \(what), but the document ends")
    }
}

/// An array of any element, whose empty value represents an absent property in formats without empty arrays.
protocol JSONArray {
    init()
}

extension Array: JSONArray, JSONCodable where Element: JSONCodable {

    /// Reads an array.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not an array, or an element is not an `Element`.
    @inlinable
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        self = []
        if reader.isLoneElement {
            self = try reader.readTextArray(Element.self)
            return
        }
        try reader.beginArray()
        var isFirst = true
        let start = reader.offset
        while try reader.nextElement(&isFirst) {
            let element = try Element(json: &reader)
            if count == capacity { reserveCapacity(reader.capacity(behind: count, since: start)) }
            append(consume element)
        }
        if capacity > 2 * count { trim() }
    }

    /// Releases the unused memory after the last element when the estimate was too high.
    @inlinable @inline(never)
    mutating func trim() {
        guard count >= 64 else { return }
        var exact: [Element] = []
        exact.reserveCapacity(count)
        exact.append(contentsOf: self)
        self = exact
    }

    /// Writes an array.
    @inlinable
    public func write(to writer: inout JSONWriter) {
        writer.beginArray()
        var isFirst = true
        for element in self {
            writer.separate(&isFirst)
            element.write(to: &writer)
        }
        writer.endArray()
    }
}
