#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decodes and encodes the bytes of a text body.
///
/// Bytes that are invalid in their encoding become U+FFFD.
package enum CharsetText {
    /// Returns a body as a string.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - charset: The `charset` of the media type; `nil` or an unknown one means UTF-8. A byte order mark takes
    ///     precedence, and is not part of the result.
    /// - Returns: The string.
    package static func text(_ body: [UInt8], charset: String?) -> String {
        if body.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: body.dropFirst(3), as: UTF8.self) }
        if body.starts(with: [0xFE, 0xFF]) { return utf16(body.dropFirst(2), isBigEndian: true) }
        if body.starts(with: [0xFF, 0xFE]) { return utf16(body.dropFirst(2), isBigEndian: false) }
        switch charset?.lowercased() {
        // Without a mark it is big-endian (RFC 2781, section 4.3).
        case "utf-16", "utf-16be": return utf16(body[...], isBigEndian: true)
        case "utf-16le": return utf16(body[...], isBigEndian: false)
        case "iso-8859-1", "iso8859-1", "latin1", "l1":
            return String(String.UnicodeScalarView(body.map { Unicode.Scalar($0) }))
        case "windows-1252", "cp1252": return single(body, .windowsCP1252)
        case "iso-8859-2", "iso8859-2", "latin2": return single(body, .isoLatin2)
        default: return String(decoding: body, as: UTF8.self)
        }
    }

    /// Returns a document in XML in UTF-8 if its `charset` is known, and the document itself if not.
    ///
    /// - Parameters:
    ///   - body: The bytes. If they begin with a byte order mark, that is the one which counts.
    ///   - charset: The `charset` of the media type; `nil` without one.
    /// - Returns: The bytes, with a byte order mark if they contain a declaration, which may name another encoding.
    package static func xml(_ body: [UInt8], charset: String?) -> [UInt8] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        guard let charset = charset?.lowercased(), ![mark, [0xFE, 0xFF], [0xFF, 0xFE]].contains(where: body.starts)
        else {
            return body
        }
        let text: [UInt8]
        switch charset {
        // Invalid UTF-8 remains invalid, so that it is rejected.
        case "utf-8", "utf8": text = body
        // Often a default that nobody has chosen.
        case "us-ascii", "ascii": return body
        default:
            guard bytes(of: "", charset: charset) != nil else { return body }
            text = Array(Self.text(body, charset: charset).utf8)
        }
        return text.starts(with: "<?xml".utf8) ? mark + text : text
    }

    /// Returns a body as a string; `nil` if its bytes are invalid in their encoding.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - charset: The `charset` of the media type, as for ``text(_:charset:)``.
    /// - Returns: The string.
    package static func validText(_ body: [UInt8], charset: String?) -> String? {
        let text = text(body, charset: charset)
        guard text.unicodeScalars.contains("\u{FFFD}") else { return text }
        // The character itself may be in the body.
        let content = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body[...]
        return text.utf8.elementsEqual(content) ? text : nil
    }

    /// Returns whether the characters of a charset are known.
    package static func reads(_ charset: String) -> Bool {
        bytes(of: "", charset: charset) != nil
    }

    /// Returns a string in a charset; `nil` if the charset is unknown, or lacks one of the characters.
    ///
    /// - Parameters:
    ///   - text: The string.
    ///   - charset: The `charset` of a media type. UTF-16 without a byte order is big-endian with a mark.
    /// - Returns: The bytes.
    package static func bytes(of text: String, charset: String) -> [UInt8]? {
        switch charset.lowercased() {
        case "utf-8", "utf8": return Array(text.utf8)
        case "utf-16": return [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        case "utf-16be": return text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        case "utf-16le": return text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case "us-ascii", "ascii": return text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : nil
        case "iso-8859-1", "iso8859-1", "latin1", "l1":
            let bytes = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
            return bytes.count == text.unicodeScalars.count ? bytes : nil
        case "windows-1252", "cp1252": return text.data(using: .windowsCP1252).map { [UInt8]($0) }
        case "iso-8859-2", "iso8859-2", "latin2": return text.data(using: .isoLatin2).map { [UInt8]($0) }
        default: return nil
        }
    }

    private static func utf16(_ body: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
        let bytes = Array(body)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index -> UInt16 in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        // An odd byte at the end is not a character.
        return String(decoding: bytes.count % 2 == 0 ? units : units + [0xFFFD], as: UTF16.self)
    }

    private static func single(_ body: [UInt8], _ encoding: String.Encoding) -> String {
        var text = ""
        for byte in body {
            text += String(bytes: [byte], encoding: encoding) ?? "\u{FFFD}"
        }
        return text
    }
}
