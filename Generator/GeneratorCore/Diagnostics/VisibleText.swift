/// A string from any source as one line that is safe to display.
///
/// Control characters, line breaks and direction marks become U+FFFD; a tab becomes a space.
public struct VisibleText: CustomStringConvertible, Sendable {

    /// The line.
    public let description: String

    /// Creates a safe line from a string.
    public init(_ text: String) {
        self.init(text.unicodeScalars)
    }

    /// Creates a safe line from scalars.
    init(_ scalars: some Sequence<Unicode.Scalar>) {
        var result = String.UnicodeScalarView()
        for scalar in scalars {
            result.append(Self.isHidden(scalar) ? (scalar == "\t" ? " " : "\u{FFFD}") : scalar)
        }
        description = String(result)
    }

    /// The string as a separate line that build servers do not interpret as a command.
    public var line: String {
        guard let first = description.firstIndex(where: { $0 != " " }), description[first...].hasPrefix("::") else {
            return description
        }
        return description[..<first] + "\u{FFFD}" + description[first...].dropFirst()
    }

    /// Returns a string as a quoted JSON string with escapes for all invisible characters.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where isHidden(scalar):
                // Scalars beyond 16 bits need two escapes.
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
