extension JSONReader {

    /// Enters an array.
    @usableFromInline
    mutating func beginArray() throws(DecodingFailure) {
        guard nextByte() == ASCII.openBracket else { throw expected("an array") }
        try descend()
        position += 1
    }

    /// Moves to the next element of the array at hand, or leaves it.
    ///
    /// - Parameter isFirst: Whether no element was read yet; becomes false.
    /// - Returns: Whether there is an element.
    /// - Throws: ``DecodingFailure`` when the separator is missing.
    @usableFromInline
    mutating func nextElement(_ isFirst: inout Bool) throws(DecodingFailure) -> Bool {
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

    /// A failure for a missing separator.
    @inline(never)
    func separatorExpected(_ what: String) -> DecodingFailure {
        failure(.syntax, position < bytes.count ? "expected \(what)" : "expected \(what), but the document ends")
    }
}

extension JSONReader {

    /// Whether a lone text is at hand where texts are read: a list of one element.
    @usableFromInline
    var isLoneText: Bool {
        mutating get { options.isText && nextByte() == ASCII.quote }
    }
}

extension Array: JSONCodable where Element: JSONCodable {

    /// Reads an array.
    @inlinable
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        self = []
        if reader.isLoneText {
            append(try Element(json: &reader))
            return
        }
        try reader.beginArray()
        var isFirst = true
        while try reader.nextElement(&isFirst) {
            append(try Element(json: &reader))
        }
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
