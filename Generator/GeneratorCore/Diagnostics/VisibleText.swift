/// A text from anywhere as one line that does nothing but be read.
///
/// Control characters, line breaks and direction marks become U+FFFD, a tab becomes a space.
public struct VisibleText: CustomStringConvertible, Sendable {

    /// The line.
    public let description: String

    /// Cleans a text.
    public init(_ text: String) {
        self.init(text.unicodeScalars)
    }

    /// Cleans scalars.
    init(_ scalars: some Sequence<Unicode.Scalar>) {
        var result = String.UnicodeScalarView()
        for scalar in scalars {
            result.append(Self.isHidden(scalar) ? (scalar == "\t" ? " " : "\u{FFFD}") : scalar)
        }
        description = String(result)
    }

    /// The text as a line of its own, which build servers must not take for a command of theirs.
    public var line: String {
        guard let first = description.firstIndex(where: { $0 != " " }), description[first...].hasPrefix("::") else {
            return description
        }
        return description[..<first] + "\u{FFFD}" + description[first...].dropFirst()
    }

    /// A text as a JSON string with its quotes, in which whatever is not seen is an escape.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where isHidden(scalar):
                // Two escapes for what lies beyond 16 bits.
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value < 0x20 || scalar.value >= 0x7F else { return false }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
