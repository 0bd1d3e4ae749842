/// A piece of Swift source that is safe to write out.
///
/// It is put together from this generator's own literals, from identifiers, and from encoded literals. A plain `String`
/// cannot be put into one, so no text of a spec gets into the output by another way.
struct Code: Hashable, ExpressibleByStringInterpolation {

    /// The source text.
    fileprivate(set) var text: String

    /// Takes source that stands in this generator.
    init(stringLiteral value: StaticString) {
        text = value.description
    }

    /// Takes the result of an interpolation.
    init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
    }

    fileprivate init(unchecked text: String) {
        self.text = text
    }

    /// Gathers the parts of a piece of source.
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

        /// Writes a text as a string literal.
        mutating func appendInterpolation(literal: String) {
            StringLiteral.append(literal, to: &text)
        }
    }

    static let empty = Code("")

    /// An identifier without backticks, as it stands after a dot or as part of a longer name.
    static func bare(_ identifier: Identifier) -> Code {
        Code(unchecked: identifier.text)
    }

    /// An identifier as the label of an argument, where one keyword alone needs backticks, and others must have none.
    static func label(_ identifier: Identifier) -> Code {
        identifier.text == "inout" ? "\(identifier)" : bare(identifier)
    }

    /// A parameter's name as the label of its argument.
    static func label(_ name: Code) -> Code {
        guard name.text.hasPrefix("`") else { return name }
        return label(Identifier(sanitizing: String(name.text.dropFirst().dropLast())))
    }

    /// The digits of a number; `nil` when the text is something else.
    static func number(_ digits: String) -> Code? {
        let allowed = digits.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
        return allowed && !digits.isEmpty ? Code(unchecked: digits) : nil
    }
}

extension Sequence<Code> {

    /// The pieces with something between them.
    func joined(separator: Code) -> Code {
        Code(unchecked: map(\.text).joined(separator: separator.text))
    }
}

/// Writes texts as Swift string literals.
enum StringLiteral {

    /// Appends a literal whose value is the text, scalar by scalar.
    ///
    /// Everything that could end the literal, start an interpolation, break the line or change the reading direction is
    /// escaped.
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

    /// A string literal into which values are interpolated.
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
