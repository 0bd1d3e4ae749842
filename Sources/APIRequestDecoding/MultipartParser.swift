package import APIRuntime
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension DecodingFailure {
    /// The failure of a form that ends before its last boundary, or contains no boundary.
    package static var unfinishedForm: DecodingFailure {
        DecodingFailure(.syntax, "the form ends before its last boundary")
    }
}

/// A parser of a multipart body that arrives in chunks (RFC 2046, RFC 7578).
///
/// It keeps the header fields of one part, and of the content only bytes that may begin a boundary. Its work is
/// proportional to the length of the body, in chunks of any lengths.
package struct MultipartParser: Sendable {
    /// An event of a body.
    package enum Event {
        /// A part begins.
        case begin(PartHead)
        /// The next bytes of the part.
        case content(ArraySlice<UInt8>)
        /// The part is complete.
        case end
    }

    /// The place of the next byte in the structure of the body.
    private enum Phase {
        /// Before the first boundary, or in a part without complete header fields.
        case skipping
        case head, content
        /// After the boundary that ends the body.
        case finished
    }

    /// The maximum length of the header fields of one part, in bytes.
    private static let maximumHead = 16 << 10

    /// The maximum number of spaces after a boundary.
    private static let maximumPadding = 1 << 10

    /// The line break, the hyphens and the boundary.
    private let boundary: [UInt8]
    private var phase = Phase.skipping
    /// The number of bytes of ``boundary`` before the next byte.
    ///
    /// A boundary at the start of the body has no line break before it.
    private var matched = 2
    /// The number of these bytes that are no content: the line break of the previous boundary can start the next one.
    private var implied = 2
    /// The bytes after a complete boundary, while it is open whether they end its line.
    private var suffix: [UInt8] = []
    private var head: [UInt8] = []

    /// Creates a parser; `nil` if the content type is not multipart, or has no boundary of 1 to 70 characters.
    package init?(contentType: String) {
        guard contentType.lowercased().hasPrefix("multipart/"),
            let boundary = PartHead.parameter("boundary", of: contentType), 1...70 ~= boundary.utf8.count
        else { return nil }
        self.boundary = Array("\r\n--\(boundary)".utf8)
    }

    /// Whether the boundary that ends the body has been parsed.
    package var isFinished: Bool { phase == .finished }

    /// Parses the next bytes.
    ///
    /// - Parameters:
    ///   - chunk: The bytes.
    ///   - deliver: Receives the events in order.
    /// - Throws: ``DecodingFailure`` for header fields that are too long, or the error of `deliver`.
    package mutating func parse(
        _ chunk: [UInt8],
        _ deliver: (Event) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        var position = 0
        while position < chunk.count, phase != .finished {
            if matched == 0 {
                let next = Self.lineBreak(in: chunk, from: position)
                if next > position { try put(chunk[position..<next], deliver) }
                position = next
                guard position < chunk.count else { return }
            }
            try match(chunk[position], deliver)
            position += 1
        }
    }

    /// Returns the offset of the next carriage return that may begin a line break; the end if there is none.
    private static func lineBreak(in chunk: [UInt8], from start: Int) -> Int {
        chunk.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return bytes.count }
            var place = start
            while let found = memchr(base + place, 0x0D, bytes.count - place) {
                place = UnsafeRawPointer(found) - base + 1
                guard place < bytes.count, bytes[place] != 0x0A else { return place - 1 }
            }
            return bytes.count
        }
    }

    /// Compares one byte with the boundary.
    private mutating func match(
        _ byte: UInt8,
        _ deliver: (Event) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        guard matched < boundary.count else { return try matchSuffix(byte, deliver) }
        if boundary[matched] == byte {
            matched += 1
            return
        }
        // A boundary contains no second carriage return: nothing before this byte can begin one.
        let missed = boundary[implied..<max(implied, matched)]
        (matched, implied) = (0, 0)
        if !missed.isEmpty { try put(missed, deliver) }
        if byte == boundary[0] { matched = 1 } else { try put([byte], deliver) }
    }

    /// Decides whether a complete boundary is a whole line.
    private mutating func matchSuffix(
        _ byte: UInt8,
        _ deliver: (Event) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        let hyphen = UInt8(ascii: "-")
        let isPadding = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        switch (suffix.last, byte) {
        case (hyphen, hyphen): return try endPart(isLast: true, deliver)
        case (nil, hyphen): suffix.append(byte)
        case (0x0D, 0x0A): return try endPart(isLast: false, deliver)
        case (hyphen, _), (0x0D, _): try missSuffix(byte, deliver)
        case (_, 0x0D): suffix.append(byte)
        case _ where isPadding && suffix.count < Self.maximumPadding: suffix.append(byte)
        default: try missSuffix(byte, deliver)
        }
    }

    /// Treats a boundary that does not end its line as content.
    private mutating func missSuffix(
        _ byte: UInt8,
        _ deliver: (Event) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        // Its last byte may begin the next boundary.
        let begins = suffix.last == boundary[0]
        let missed = boundary[implied...] + suffix.dropLast(begins ? 1 : 0)
        suffix = []
        (matched, implied) = (begins ? 1 : 0, 0)
        try put(missed, deliver)
        try match(byte, deliver)
    }

    private mutating func endPart(
        isLast: Bool,
        _ deliver: (Event) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        if phase == .content { try deliver(.end) }
        phase = isLast ? .finished : .head
        (matched, implied) = (2, 2)
        suffix = []
        head = []
    }

    /// Delivers bytes that are not part of a boundary.
    private mutating func put(
        _ bytes: ArraySlice<UInt8>,
        _ deliver: (Event) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        switch phase {
        case .skipping, .finished: break
        case .content: try deliver(.content(bytes))
        case .head:
            for index in bytes.indices {
                guard head.count < Self.maximumHead else {
                    throw DecodingFailure(.tooLarge, "the header fields of a part are too long")
                }
                head.append(bytes[index])
                guard hasEndOfHead else { continue }
                phase = .content
                try deliver(.begin(PartHead(head)))
                head = []
                let rest = bytes[(index + 1)...]
                if !rest.isEmpty { try deliver(.content(rest)) }
                return
            }
        }
    }

    /// Whether the header fields end with an empty line.
    private var hasEndOfHead: Bool {
        guard head.last == 0x0A else { return false }
        return head.count == 2 ? head[0] == 0x0D : head.suffix(4).elementsEqual([0x0D, 0x0A, 0x0D, 0x0A])
    }
}
