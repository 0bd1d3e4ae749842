extension JSONReader {

    // The powers of ten that a `Double` represents exactly.
    private static let powers: [Double] = (0...22).map { index in (0..<index).reduce(1) { power, _ in power * 10 } }

    /// Reads a number, rounded correctly to the nearest `Double`.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not a number, or is beyond the largest `Double`.
    mutating func readDouble() throws(DecodingFailure) -> Double {
        let token = try readNumber()
        if !token.isTruncated, token.mantissa <= 1 << 53, abs(token.exponent) <= 22 {
            let power = Self.powers[abs(token.exponent)]
            let mantissa = Double(token.mantissa)
            let value = token.exponent < 0 ? mantissa / power : mantissa * power
            return token.isNegative ? -value : value
        }
        guard token.mantissa > 0 else { return token.isNegative ? -0.0 : 0 }
        guard let value = Double(text(of: token)), value.isFinite else {
            throw outOfRange("Double", at: token.start)
        }
        return value
    }

    /// Reads a number, rounded correctly to the nearest `Float`.
    mutating func readFloat() throws(DecodingFailure) -> Float {
        let token = try readNumber()
        guard token.mantissa > 0 else { return token.isNegative ? -0.0 : 0 }
        guard let value = Float(text(of: token)), value.isFinite else { throw outOfRange("Float", at: token.start) }
        return value
    }
}

extension Double: JSONCodable {

    /// Reads a number.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not a number, or is beyond the largest `Double`.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        self = try reader.readDouble()
    }

    /// Writes the shortest digits that represent the same value; null for infinity and not-a-number.
    public func write(to writer: inout JSONWriter) {
        guard isFinite else { return writer.writeInexactNull() }
        if let whole = Int64(exactly: self), abs(self) < 1e15, whole != 0 || sign == .plus {
            writer.write(signed: whole)
        } else {
            writer.write(plain: description)
        }
    }
}

extension Float: JSONCodable {

    /// Reads a number.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not a number, or is beyond the largest `Float`.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        self = try reader.readFloat()
    }

    /// Writes the shortest digits that represent the same value; null for infinity and not-a-number.
    public func write(to writer: inout JSONWriter) {
        guard isFinite else { return writer.writeInexactNull() }
        if let whole = Int64(exactly: self), abs(self) < 1e6, whole != 0 || sign == .plus {
            writer.write(signed: whole)
        } else {
            writer.write(plain: description)
        }
    }
}

extension Bool: JSONCodable {

    /// Reads `true` or `false`.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not a Boolean.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        switch reader.nextByte() {
        case 0x74:
            try reader.skipLiteral("true")
            self = true
        case 0x66:
            try reader.skipLiteral("false")
            self = false
        default:
            self = try reader.readQuotedBool()
        }
    }

    /// Writes `true` or `false`.
    public func write(to writer: inout JSONWriter) {
        writer.write(plain: self ? "true" : "false")
    }
}

extension JSONReader {

    /// Reads a Boolean in quotation marks, in any letter case, if the document was made from strings.
    fileprivate mutating func readQuotedBool() throws(DecodingFailure) -> Bool {
        let start = position
        guard isLoneText else { throw expected("a boolean") }
        guard let value = Bool(try readString().lowercased()) else {
            position = start
            throw expected("a boolean")
        }
        return value
    }
}
