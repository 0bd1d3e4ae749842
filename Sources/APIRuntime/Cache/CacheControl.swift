internal import HTTPTypes

/// The directives of `Cache-Control` (RFC 9111, section 5.2), parsed tolerantly.
///
/// Unknown directives are skipped and malformed ones keep their name, so that a typing error never hides a `no-store`.
struct CacheControl: Hashable, Sendable {
    /// The argument of a directive in seconds.
    enum Seconds: Hashable, Sendable {
        /// The directive is absent.
        case absent
        /// The directive has no usable number.
        case invalid
        /// The number of the directive; values above 2³¹ become 2³¹.
        case value(Int)
    }

    /// The arguments by lower-case name, in order of appearance; `nil` for a directive without one.
    private var arguments: [String: [String?]] = [:]

    /// Parses the fields of a request or a response.
    init(_ fields: HTTPFields) {
        for value in fields[values: .cacheControl] {
            var scanner = DirectiveScanner(value)
            while let (name, argument) = scanner.next() {
                arguments[name, default: []].append(argument)
            }
        }
    }

    /// Returns whether a directive is present, with or without an argument.
    func contains(_ name: String) -> Bool {
        arguments[name] != nil
    }

    /// Returns the lower-case names of the header fields that a directive is limited to; empty for one without limits.
    func names(_ name: String) -> Set<String> {
        guard let values = arguments[name], values.allSatisfy({ $0 != nil }) else { return [] }
        let names = values.flatMap { ($0 ?? "").split(separator: ",") }
            .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        return Set(names).subtracting([""])
    }

    /// Returns whether a directive is present that is not limited to header fields.
    func containsWhole(_ name: String) -> Bool {
        contains(name) && names(name).isEmpty
    }

    /// Whether there are no directives.
    var isEmpty: Bool { arguments.isEmpty }

    /// Returns the number of a directive.
    ///
    /// Different numbers for one directive contradict each other and count as invalid.
    func seconds(_ name: String) -> Seconds {
        guard let values = arguments[name] else { return .absent }
        let numbers = Set(values.map { $0.flatMap(Self.deltaSeconds) })
        guard numbers.count == 1, let number = numbers.first ?? nil else { return .invalid }
        return .value(number)
    }

    /// Returns the number of a directive; `nil` when it is absent or invalid.
    func number(_ name: String) -> Int? {
        if case .value(let number) = seconds(name) { number } else { nil }
    }

    /// Parses whole seconds: digits only, limited to 2³¹ (RFC 9111, section 1.2.2).
    static func deltaSeconds(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(Int(text) ?? .max, 1 << 31)
    }
}

/// Splits a list of directives into names and arguments.
private struct DirectiveScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    /// Returns the next directive: its name in lower case, and its argument without quotes.
    mutating func next() -> (String, String?)? {
        while true {
            skip { $0 == UInt8(ascii: ",") || Self.isSpace($0) }
            if rest.isEmpty { return nil }
            let name = token(until: [UInt8(ascii: ","), UInt8(ascii: "=")]).lowercased()
            let argument = argument()
            // Anything between a quoted argument and the comma is ignored.
            skip { $0 != UInt8(ascii: ",") }
            if !name.isEmpty { return (name, argument) }
        }
    }

    private mutating func argument() -> String? {
        guard rest.first == UInt8(ascii: "=") else { return nil }
        rest.removeFirst()
        skip(while: Self.isSpace)
        return rest.first == UInt8(ascii: "\"") ? quoted() : token(until: [UInt8(ascii: ",")])
    }

    private mutating func quoted() -> String {
        rest.removeFirst()
        var bytes: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
                bytes.append(escaped)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func token(until ends: [UInt8]) -> String {
        let part = rest.prefix { !ends.contains($0) }
        rest = rest.dropFirst(part.count)
        var bytes = Array(part)
        while let last = bytes.last, Self.isSpace(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func skip(while condition: (UInt8) -> Bool) {
        rest = rest.drop(while: condition)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09
    }
}
