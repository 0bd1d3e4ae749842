/// A piece of Swift source that is safe to emit.
///
/// It is composed of the generator's own literals, identifiers and encoded literals. A plain `String` cannot be
/// interpolated, so no string of a spec can reach the output in another way.
struct Code: Hashable, ExpressibleByStringInterpolation {

    /// The source text.
    fileprivate(set) var text: String

    /// Creates a piece from a literal in the generator's source.
    init(stringLiteral value: StaticString) {
        text = value.description
    }

    /// Creates a piece from an interpolation.
    init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
    }

    fileprivate init(unchecked text: String) {
        self.text = text
    }

    /// Collects the parts of a piece of source.
    struct StringInterpolation: StringInterpolationProtocol {

        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        mutating func appendLiteral(_ literal: StaticString) {
            text += literal.description
        }

        mutating func appendInterpolation(_ code: Code) {
            text += code.text
        }

        mutating func appendInterpolation(_ identifier: Identifier) {
            text += identifier.code
        }

        mutating func appendInterpolation(_ number: Int) {
            text += String(number)
        }

        /// Appends a string as a Swift string literal.
        mutating func appendInterpolation(literal: String) {
            StringLiteral.append(literal, to: &text)
        }
    }

    static let empty = Code("")

    /// Returns an identifier without backticks, for use after a dot or as part of a longer name.
    static func bare(_ identifier: Identifier) -> Code {
        Code(unchecked: identifier.text)
    }

    /// Returns an identifier as an argument label, where only one keyword needs backticks and others must not have
    /// them.
    static func label(_ identifier: Identifier) -> Code {
        identifier.text == "inout" ? "\(identifier)" : bare(identifier)
    }

    /// Returns the name of a parameter as the label of its argument.
    static func label(_ name: Code) -> Code {
        guard name.text.hasPrefix("`") else { return name }
        return label(Identifier(sanitizing: String(name.text.dropFirst().dropLast())))
    }

    /// Returns the digits of a number; `nil` if the string is not a number.
    static func number(_ digits: String) -> Code? {
        digits.isDecimalNumber ? Code(unchecked: digits) : nil
    }
}

extension Sequence<Code> {

    /// Returns the pieces joined by a separator.
    func joined(separator: Code) -> Code {
        Code(unchecked: map(\.text).joined(separator: separator.text))
    }
}

/// Writes strings as Swift string literals.
enum StringLiteral {

    /// Appends a literal whose value equals the string, scalar by scalar.
    ///
    /// Escapes every character that could end the literal, start an interpolation, break the line or change the text
    /// direction.
    static func append(_ text: String, to result: inout String) {
        result += "\""
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            result += text
        } else {
            for scalar in text.unicodeScalars {
                append(scalar, to: &result)
            }
        }
        result += "\""
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        default:
            if isPlain(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            }
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return scalar.value >= 0x20 && scalar.value != 0x7F
        }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned,
            .nonspacingMark, .enclosingMark, .spacingMark, .spaceSeparator:
            false
        default: true
        }
    }
}

extension Code {

    /// A part of a string literal with interpolations.
    enum TemplatePart {
        case text(String)
        case value(Code)
    }

    /// Returns a string literal with interpolated values.
    static func template(_ parts: [TemplatePart]) -> Code {
        var text = "\""
        for part in parts {
            switch part {
            case .text(let plain):
                var literal = ""
                StringLiteral.append(plain, to: &literal)
                text += literal.dropFirst().dropLast()
            case .value(let code): text += "\\(" + code.text + ")"
            }
        }
        return Code(unchecked: text + "\"")
    }
}
