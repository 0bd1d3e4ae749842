extension JSONReader {

    /// A position to which reading returns when an attempt fails.
    struct Mark {
        let position: Int
        let depth: Int
        let spans: Int
        let places: Int
        let skipped: Int
        let omitted: Int
        let outermost: OutermostList
        let strictValues: Bool
        let strangers: Int
    }

    /// The current position.
    var mark: Mark {
        Mark(
            position: position,
            depth: depth,
            spans: spans.count,
            places: places.count,
            skipped: skipped.count,
            omitted: omitted,
            outermost: outermost,
            strictValues: strictValues,
            strangers: strangers
        )
    }

    /// Returns to an earlier position.
    ///
    /// - Throws: The failure that ends all reading, if there is one, so that nested unions with several attempts cannot
    ///   double the work at every level of a malicious document.
    mutating func rewind(to mark: Mark) throws(DecodingFailure) {
        if let stop { throw stop }
        wasted += position - mark.position
        if wasted > 64 * bytes.count + (1 << 17) {
            throw halt(failure(.tooComplex, "choosing between variants takes too long"))
        }
        memo.rewind(to: mark.position)
        position = mark.position
        depth = mark.depth
        spans.removeLast(spans.count - mark.spans)
        places.pop(to: mark.places)
        skipped.removeLast(skipped.count - mark.skipped)
        omitted = mark.omitted
        outermost = mark.outermost
        strictValues = mark.strictValues
        strangers = mark.strangers
    }

    /// Reads a value of a type, or returns to its start.
    ///
    /// Unknown values of enumerations and other values of constants are not accepted, so that an enumeration that accepts
    /// any value does not select its variant.
    ///
    /// - Parameters:
    ///   - type: The type to try.
    ///   - isExact: Whether Base64 must be the string that would be written, because other variants are strings.
    /// - Returns: The value, or `nil` if the current value does not match the type.
    @_spi(Generated)
    public mutating func attempt<T: JSONCodable>(_ type: T.Type = T.self, exactly isExact: Bool = false) -> T? {
        attempt(type, exactly: isExact) { (_, _) in }
    }

    /// Reads a value of a type, or passes the failure to a closure after the return to the value's start.
    mutating func attempt<T: JSONCodable>(
        _ type: T.Type,
        exactly isExact: Bool = false,
        failed: (inout JSONReader, DecodingFailure) -> Void
    ) -> T? {
        let mark = self.mark
        let outer = (isChoosing, acceptsOmissions)
        isChoosing = !acceptsOmissions
        acceptsOmissions = false
        requiresExactBase64 = isExact
        defer {
            (isChoosing, acceptsOmissions) = outer
            requiresExactBase64 = false
        }
        do {
            strictValues = true
            let value = try T(json: &self)
            strictValues = mark.strictValues
            return value
        } catch {
            try? rewind(to: mark)
            failed(&self, error)
            return nil
        }
    }

    /// Returns the value of one property of the current object as a string, without consuming anything.
    ///
    /// A string is returned unchanged, a whole number as its digits, and a Boolean as `true` or `false`.
    ///
    /// - Returns: The value; `nil` if the property is missing or of another kind, or the current value is not an
    ///   object.
    /// - Throws: ``DecodingFailure`` if the inspected bytes are not valid JSON.
    @_spi(Generated)
    public mutating func discriminator(_ key: String) throws(DecodingFailure) -> String? {
        try peek(key) { (reader: inout JSONReader) throws(DecodingFailure) -> String? in
            let byte = reader.nextByte()
            switch byte {
            case ASCII.quote: return try reader.readString()
            case 0x74, 0x66: return String(try Bool(json: &reader))
            case _ where byte == ASCII.minus || ASCII.digit(byte) < 10:
                let number = try reader.scanNumber()
                let value: Int? = reader.integer(number)
                return value.map { String($0) }
            default: return nil
            }
        } ?? nil
    }

    /// Returns whether the current object has a property, without consuming anything.
    ///
    /// - Returns: Whether it does; `false` when the current value is not an object or not valid JSON.
    @_spi(Generated)
    public mutating func hasMember(_ key: String) -> Bool {
        do {
            return try peek(key) { (_: inout JSONReader) in true } ?? false
        } catch {
            return false
        }
    }

    /// Returns where a property of the current object has its value, without consuming anything.
    ///
    /// - Returns: The state; `nil` when the current value is not an object.
    mutating func state(of key: String) -> MemberState? {
        guard nextByte() == ASCII.openBrace else { return nil }
        do {
            let found = try peek(key) { (reader: inout JSONReader) throws(DecodingFailure) -> MemberState in
                _ = reader.nextByte()
                let start = reader.position
                return try reader.readNull() ? .null(at: start) : .present
            }
            return found ?? .absent
        } catch {
            return nil
        }
    }

    /// Whether an object has a property.
    enum MemberState {
        case absent, present
        /// It has null as its value, at an offset.
        case null(at: Int)
    }

    // Calls `body` at a property's value and returns to the object; the result is `nil` without such a property.
    private mutating func peek<T>(
        _ key: String,
        _ body: (inout JSONReader) throws(DecodingFailure) -> T
    ) throws(DecodingFailure) -> T? {
        guard nextByte() == ASCII.openBrace else {
            guard isLoneText else { return nil }
            return try peekTextObject { (inner: inout JSONReader) throws(DecodingFailure) -> T? in
                try inner.peek(key, body)
            } ?? nil
        }
        let mark = self.mark
        let isRecording = memo.begin(at: position, depth: depth)
        position += 1
        var isFirst = true
        var value: T?
        do throws(DecodingFailure) {
            while value == nil, try nextName(&isFirst) {
                if try readName(equals: key) { value = try body(&self) } else { try skipValue() }
            }
        } catch {
            memo.rewind(to: mark.position)
            position = mark.position
            throw error
        }
        if isRecording { memo.end(at: position) }
        position = mark.position
        return value
    }

    /// Moves to the quotation mark of the next property's name; returns `false` at the object's end, which is not
    /// consumed.
    mutating func nextName(_ isFirst: inout Bool) throws(DecodingFailure) -> Bool {
        var byte = nextByte()
        if byte == ASCII.closeBrace { return false }
        if !isFirst {
            guard byte == ASCII.comma else { throw separatorExpected("a comma or the object's end") }
            position += 1
            byte = nextByte()
        }
        isFirst = false
        guard byte == ASCII.quote else { throw failure(.syntax, "expected the name of a property") }
        return true
    }

    private mutating func readName(equals key: String) throws(DecodingFailure) -> Bool {
        let token = try scanString()
        try skipColon()
        guard token.hasEscapes || token.end - token.start == key.utf8.count else { return false }
        return text(of: token).utf8.elementsEqual(key.utf8)
    }
}
