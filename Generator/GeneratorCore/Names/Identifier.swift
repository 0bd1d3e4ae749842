/// A valid Swift identifier.
///
/// The only way for a string of a spec to become code outside literals and comments.
struct Identifier: Hashable, Comparable {

    /// The name without backticks.
    let text: String

    /// Creates an identifier from a name in the generator's own source.
    init(_ known: StaticString) {
        text = known.description
    }

    /// Creates an identifier from any string by removing the characters that identifiers cannot contain.
    ///
    /// - Parameter text: A string from a spec.
    init(sanitizing text: String) {
        if Self.isPlain(text) {
            self.text = text
            return
        }
        let scalars = text.unicodeScalars.filter { $0 == "_" || $0.properties.isXIDContinue && !Self.isInvisible($0) }
        let body = String(String.UnicodeScalarView(scalars))
        guard let first = body.unicodeScalars.first else {
            self.text = Self.spelled(text)
            return
        }
        let isStart = first == "_" || first.properties.isXIDStart
        let name = isStart ? body : "_" + body
        self.text = Self.shortened(name.unicodeScalars.allSatisfy { $0 == "_" } ? name + "value" : name)
    }

    private init(unchecked text: String) {
        self.text = text
    }

    /// Returns the name followed by a suffix.
    func appending(_ suffix: Identifier) -> Identifier {
        Identifier(sanitizing: text + suffix.text)
    }

    /// Returns the name followed by a number that distinguishes it from an equal name.
    func numbered(_ number: Int) -> Identifier {
        // A number directly after a digit would read as another number.
        let isDigit = text.utf8.last.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false
        return Identifier(unchecked: text + (isDigit ? "_" : "") + String(number))
    }

    /// Returns the name, or the name with the first number that makes it available.
    func free(where isTaken: (Identifier) -> Bool) -> Identifier {
        var name = self
        var number = 2
        while isTaken(name) {
            name = numbered(number)
            number += 1
        }
        return name
    }

    /// The name in source code: in backticks if it is a Swift keyword.
    var code: String {
        Keywords.all.contains(text) ? "`\(text)`" : text
    }

    static func < (first: Identifier, second: Identifier) -> Bool {
        first.text < second.text
    }

    /// Whether a string is already an identifier: ASCII letters, digits and underscores, and at most 120 bytes.
    private static func isPlain(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, (first | 0x20) >= UInt8(ascii: "a"), bytes.count <= 120 else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
            default: false
            }
        } && first != UInt8(ascii: "_")
    }

    /// Returns the name of a string without any character that an identifier can contain, such as `+` or an emoji.
    private static func spelled(_ text: String) -> String {
        guard !text.isEmpty else { return "empty" }
        return shortened(
            text.unicodeScalars.map { scalar in
                symbols[scalar] ?? "u" + String(scalar.value, radix: 16, uppercase: true)
            }.enumerated().map {
                $0.offset == 0 ? $0.element : $0.element.prefix(1).uppercased() + $0.element.dropFirst()
            }
            .joined()
        )
    }

    /// The words for symbols that are an entire value.
    static let symbols: [Unicode.Scalar: String] = [
        "+": "plus", "-": "minus", "*": "star", "/": "slash", "=": "equal", "<": "less", ">": "greater", "!": "not",
        "&": "and", "|": "or", "%": "percent", "$": "dollar", "#": "hash", "@": "at", ".": "dot", ",": "comma",
        "?": "question", ":": "colon", ";": "semicolon", "~": "tilde", "^": "caret", " ": "space", "_": "underscore",
    ]

    /// Whether a scalar is an invisible mark that changes how a string is displayed.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .format || scalar.properties.isDefaultIgnorableCodePoint
    }

    /// Shortens a very long name to a prefix and a digest of the whole, so that long names stay distinct.
    private static func shortened(_ name: String) -> String {
        let limit = 120
        guard name.unicodeScalars.count > limit else { return name }
        return String(String.UnicodeScalarView(name.unicodeScalars.prefix(limit))) + "_" + digest(of: name)
    }

    /// Returns the FNV-1a digest of a string as a hexadecimal number, the same in every run.
    static func digest(of text: String) -> String {
        let digest = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { digest, byte in
            (digest ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        return String(digest, radix: 16)
    }
}

extension Identifier: ExpressibleByStringLiteral {
    /// Creates an identifier from a name in the generator's own source.
    init(stringLiteral name: StaticString) {
        self.init(name)
    }
}

/// The keywords of Swift.
enum Keywords {
    static let all: Set<String> = [
        "Any", "Protocol", "Self", "Type", "actor", "as", "associatedtype", "async", "await", "borrowing", "break",
        "case", "catch", "class", "consuming", "continue", "default", "defer", "deinit", "do", "each", "else", "enum",
        "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
        "inout", "internal", "is", "let", "macro", "nil", "nonisolated", "open", "operator", "package",
        "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "some", "static",
        "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
        "while", "_",
    ]
}
