/// A path from the root of a document to one of its values (RFC 6901).
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible {

    /// Keys and list indices from the root, without escapes.
    ///
    /// Empty for the root.
    public private(set) var tokens: [String]

    /// Creates a pointer.
    ///
    /// - Parameter tokens: Keys and list indices from the root, without escapes.
    public init(_ tokens: [String] = []) {
        self.tokens = tokens
    }

    /// Parses a pointer.
    ///
    /// Returns `nil` if the string is not a pointer.
    ///
    /// - Parameter text: `#/paths/~1a/get` as in a `$ref`, with percent escapes, or `/paths/~1a/get`. `#` and the empty
    ///   string are the root.
    public init?(parsing text: String) {
        let isFragment = text.utf8.first == UInt8(ascii: "#")
        let path = isFragment ? text.utf8.dropFirst() : text.utf8[...]
        guard path.first ?? UInt8(ascii: "/") == UInt8(ascii: "/") else { return nil }
        tokens = []
        for part in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst() {
            guard let decoded = isFragment ? Self.percentDecoded(part) : Array(part),
                let token = Self.unescaped(decoded)
            else { return nil }
            tokens.append(token)
        }
    }

    /// The pointer in the form of a `$ref`: `#/paths/~1a/get`.
    ///
    /// `~`, `/` and `%` in keys are escaped; other characters are not, so that the pointer is readable.
    /// ``init(parsing:)`` parses it.
    public var description: String {
        tokens.reduce(into: "#") { text, token in
            text += "/"
            text += Self.escaped(token)
        }
    }

    /// Returns the pointer to the value of a key in this pointer's mapping.
    public func appending(_ key: String) -> JSONPointer {
        JSONPointer(tokens + [key])
    }

    /// Returns the pointer to an element of this pointer's list.
    ///
    /// The first index is 0.
    public func appending(_ position: Int) -> JSONPointer {
        appending(String(position))
    }

    /// The pointer to the enclosing value.
    ///
    /// `nil` for the root.
    public var parent: JSONPointer? {
        tokens.isEmpty ? nil : JSONPointer(Array(tokens.dropLast()))
    }

    private static func escaped(_ token: String) -> String {
        guard token.utf8.contains(where: isEscaped) else { return token }
        var bytes: [UInt8] = []
        for byte in token.utf8 {
            switch byte {
            case UInt8(ascii: "~"): bytes.append(contentsOf: "~0".utf8)
            case UInt8(ascii: "/"): bytes.append(contentsOf: "~1".utf8)
            case UInt8(ascii: "%"): bytes.append(contentsOf: "%25".utf8)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "~") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "%")
    }

    private static func unescaped(_ bytes: [UInt8]) -> String? {
        var plain: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "~") else {
                plain.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "0"): plain.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): plain.append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        let text = String(decoding: plain, as: UTF8.self)
        return text.utf8.elementsEqual(plain) ? text : nil
    }

    private static func percentDecoded(_ part: Substring.UTF8View) -> [UInt8]? {
        var plain: [UInt8] = []
        var rest = part
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                plain.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexadecimalValue),
                let low = rest.popFirst().flatMap(hexadecimalValue)
            else { return nil }
            plain.append(high << 4 | low)
        }
        return plain
    }
}

extension Node {

    /// Returns the value at a pointer below this one, or `nil` if there is none.
    ///
    /// Takes one look-up per token. A token for a list is an index without leading zeros.
    public func resolve(_ pointer: JSONPointer) -> Node? {
        var node = self
        for token in pointer.tokens {
            guard let next = node.child(token) else { return nil }
            node = next
        }
        return node
    }

    /// Returns the value that a token of a pointer selects in a mapping or sequence; `nil` if there is none.
    public func child(_ token: String) -> Node? {
        switch value {
        case .mapping(let mapping):
            return mapping[token]
        case .sequence(let nodes):
            guard let position = Int(token), String(position) == token, nodes.indices.contains(position) else {
                return nil
            }
            return nodes[position]
        default:
            return nil
        }
    }
}
