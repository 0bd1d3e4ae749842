#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension JSONReader {

    /// A validated string of the document, without its quotation marks.
    struct StringToken {
        let start: Int
        let end: Int
        let hasEscapes: Bool
    }

    /// Reads a string value.
    mutating func readString() throws(DecodingFailure) -> String {
        guard nextByte() == ASCII.quote else { throw expected("a string") }
        let start = position + 1
        let end = bytes.endOfPlainRun(from: start)
        if bytes[end] == ASCII.quote {
            position = end + 1
            return bytes.string(from: start, to: end)
        }
        return try text(of: scanString())
    }

    /// Reads a string value without creating a `String`.
    mutating func readToken() throws(DecodingFailure) -> StringToken {
        guard nextByte() == ASCII.quote else { throw expected("a string") }
        return try scanString()
    }

    /// Validates the string that starts with the next quotation mark, and moves past it.
    mutating func scanString() throws(DecodingFailure) -> StringToken {
        let start = position + 1
        var offset = start
        var hasEscapes = false
        while true {
            offset = bytes.endOfPlainRun(from: offset)
            let byte = bytes[offset]
            if byte == ASCII.quote { break }
            if byte >= 0x80 {
                offset = try endOfSequence(at: offset)
            } else if byte == ASCII.backslash {
                hasEscapes = true
                offset = try endOfEscape(at: offset)
            } else {
                throw brokenString(at: offset)
            }
        }
        position = offset + 1
        return StringToken(start: start, end: offset, hasEscapes: hasEscapes)
    }

    @inline(never)
    private mutating func brokenString(at offset: Int) -> DecodingFailure {
        position = offset
        return offset < bytes.count
            ? failure(.syntax, "control character in a string") : failure(.syntax, "the document ends in a string")
    }

    // The table of well-formed sequences of the Unicode standard (3.9, D92).
    private mutating func endOfSequence(at offset: Int) throws(DecodingFailure) -> Int {
        var offset = offset
        while bytes[offset] >= 0x80 {
            let lead = bytes[offset]
            let second = bytes[offset + 1]
            let length =
                switch lead {
                case 0xC2...0xDF: 2
                case 0xE0: second >= 0xA0 ? 3 : 0
                case 0xED: second <= 0x9F ? 3 : 0
                case 0xE1...0xEF: 3
                case 0xF0: second >= 0x90 ? 4 : 0
                case 0xF1...0xF3: 4
                case 0xF4: second <= 0x8F ? 4 : 0
                default: 0
                }
            guard length > 0, (1..<length).allSatisfy({ bytes[offset + $0] & 0xC0 == 0x80 }) else {
                position = offset
                throw failure(.encoding, "not UTF-8")
            }
            offset += length
        }
        return offset
    }

    private mutating func endOfEscape(at offset: Int) throws(DecodingFailure) -> Int {
        switch bytes[offset + 1] {
        case ASCII.quote, ASCII.backslash, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:
            return offset + 2
        case 0x75:
            break
        default:
            position = offset
            throw failure(.syntax, "unknown escape in a string")
        }
        guard let unit = unit(at: offset) else {
            position = offset
            throw failure(.syntax, "an escape needs four hexadecimal digits")
        }
        guard 0xD800...0xDFFF ~= unit else { return offset + 6 }
        guard unit < 0xDC00, bytes[offset + 6] == ASCII.backslash, let low = self.unit(at: offset + 6),
            0xDC00...0xDFFF ~= low
        else {
            position = offset
            throw failure(.encoding, "half of a surrogate pair")
        }
        return offset + 12
    }

    /// Returns the code unit of the `\u` escape at an offset, or `nil` when there is none.
    private func unit(at offset: Int) -> UInt32? {
        guard bytes[offset + 1] == 0x75 else { return nil }
        var unit: UInt32 = 0
        for index in 2..<6 {
            guard let digit = bytes[offset + index].hexadecimalValue else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }

    /// Returns the value of a validated string.
    func text(of token: StringToken) -> String {
        token.hasEscapes
            ? String(decoding: unescaped(token), as: UTF8.self) : bytes.string(from: token.start, to: token.end)
    }

    private func unescaped(_ token: StringToken) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(token.end - token.start)
        var offset = token.start
        while offset < token.end {
            let byte = bytes[offset]
            if byte == ASCII.backslash {
                appendEscape(&offset, &text)
            } else {
                text.append(byte)
                offset += 1
            }
        }
        return text
    }

    private func appendEscape(_ offset: inout Int, _ text: inout [UInt8]) {
        let letter = bytes[offset + 1]
        guard letter == 0x75, let first = unit(at: offset) else {
            text.append(Self.simpleEscape(letter))
            offset += 2
            return
        }
        offset += 6
        var value = first
        if 0xD800...0xDBFF ~= first, let second = unit(at: offset) {
            value = 0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF)
            offset += 6
        }
        if let scalar = Unicode.Scalar(value) { text.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? []) }
    }

    private static func simpleEscape(_ letter: UInt8) -> UInt8 {
        switch letter {
        case 0x62: 0x08
        case 0x66: 0x0C
        case 0x6E: 0x0A
        case 0x72: 0x0D
        case 0x74: 0x09
        default: letter
        }
    }
}

extension String: JSONCodable {

    /// Reads a string.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not a string, or is not valid UTF-8.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        let file = reader.text?.files[reader.position]
        let text: String
        do throws(DecodingFailure) {
            text = try reader.readString()
        } catch {
            // XML writes null for strings whose schema does not allow it.
            guard reader.options.omitsEmptyValues, try reader.readNull() else { throw error }
            text = ""
        }
        guard let file, !file.isText else {
            self = text
            return
        }
        let content = String(decoding: file.content, as: UTF8.self)
        guard content.utf8.elementsEqual(file.content) else {
            throw DecodingFailure(.syntax, "the bytes are not text in the charset of the media type")
        }
        self = content
    }

    /// Writes a string.
    public func write(to writer: inout JSONWriter) {
        writer.write(string: self)
    }
}
