extension Optional: JSONCodable where Wrapped: JSONCodable {

    /// Reads a value, or `nil` for null.
    ///
    /// - Throws: ``DecodingFailure`` if the value is neither null nor a `Wrapped`.
    @inlinable
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        self = try reader.readNull() ? nil : try Wrapped(json: &reader)
    }

    /// Writes the value, or null for `nil`.
    @inlinable
    public func write(to writer: inout JSONWriter) {
        if let self { self.write(to: &writer) } else { writer.writeNull() }
    }
}

extension JSONReader {

    /// Enters an object as a map.
    ///
    /// - Returns: The offset of its brace.
    @usableFromInline
    mutating func beginMap() throws(DecodingFailure) -> Int {
        guard nextByte() == ASCII.openBrace else { throw expected("an object") }
        try descend()
        position += 1
        return position - 1
    }

    /// Reads the next name of a map and moves to its value; `nil` at its end, which is consumed.
    @usableFromInline
    mutating func nextKey(_ isFirst: inout Bool) throws(DecodingFailure) -> String? {
        guard try nextName(&isFirst) else {
            position += 1
            depth -= 1
            return nil
        }
        let name = try readString()
        try skipColon()
        return name
    }

    /// Throws an error for a repeated key, unless duplicates are allowed.
    @usableFromInline
    func checkDuplicate(at start: Int) throws(DecodingFailure) {
        guard options.duplicateKeys == .reject else { return }
        throw DecodingFailure(.duplicateKey, "an object has a property twice", offset: start + 1)
    }
}

extension Dictionary: JSONCodable where Key == String, Value: JSONCodable {

    /// Reads an object as a map.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not an object, a property is not a `Value`, or a name is repeated
    ///   and duplicates are rejected.
    @inlinable
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        if reader.isLoneText {
            self = try reader.readTextMap()
            return
        }
        self = [:]
        let start = try reader.beginMap()
        var isFirst = true
        while let key = try reader.nextKey(&isFirst) {
            do throws(DecodingFailure) {
                if updateValue(try Value(json: &reader), forKey: key) != nil {
                    try reader.checkDuplicate(at: start)
                }
            } catch {
                throw error.insideMap(at: start)
            }
        }
    }

    /// Writes an object, in the dictionary's order.
    @inlinable
    public func write(to writer: inout JSONWriter) {
        writer.object([]) { object in object.put(additional: self) }
    }
}
