/// The bytes of a part, as in `Content-Range: bytes 3-5/6`.
struct ContentRange: Equatable {
    /// The position of the first byte.
    let first: Int

    /// The position after the last byte.
    let end: Int

    /// The length of the whole document; `nil` if the server does not know it.
    let total: Int?

    /// Reads the value of the field; `nil` if it names no part.
    init?(_ text: String) {
        let halves = text.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, halves[0].lowercased().hasPrefix("bytes ") else { return nil }
        let bounds = halves[0].dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, let first = Self.number(bounds[0]), let last = Self.number(bounds[1]), first <= last,
            last < .max
        else { return nil }
        self.first = first
        end = last + 1
        if halves[1] == "*" {
            total = nil
        } else {
            guard let total = Self.number(halves[1]), end <= total else { return nil }
            self.total = total
        }
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}

/// The bytes that a request asks for, as in `Range: bytes=3-5`.
enum RequestedRange: Equatable {
    /// The bytes from a position to another one, or to the end of the document.
    case from(Int, to: Int?)

    /// A number of bytes at the end of the document.
    case last(Int)

    /// Reads the value of the field; `nil` for several ranges and for other units.
    init?(_ text: String) {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, halves[0].trimmingSpaces().lowercased() == "bytes" else { return nil }
        let bounds = halves[1].trimmingSpaces().split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2 else { return nil }
        let numbers = bounds.map { bound in
            bound.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(bound) : nil
        }
        switch (numbers[0], numbers[1]) {
        case (let first?, let last): self = .from(first, to: last)
        case (nil, let count?) where bounds[0].isEmpty: self = .last(count)
        default: return nil
        }
    }

    /// Returns whether a part has the requested bytes only; a server may send less of them than requested.
    func includes(_ part: ContentRange) -> Bool {
        switch self {
        case .from(let first, let last):
            return part.first == first && part.end - 1 <= last ?? .max
        case .last(let count):
            return part.end - part.first <= count && (part.total ?? part.end) == part.end
        }
    }
}
