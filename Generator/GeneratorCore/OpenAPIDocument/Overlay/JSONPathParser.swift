/// Parses a JSONPath.
struct JSONPathParser {

    /// The reason that a string is not a supported query.
    struct Problem: Error {
        let message: String
        /// The number of characters before the problem.
        let offset: Int
    }

    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var depth = 0

    private init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// Parses an entire string.
    static func parse(_ text: String) throws(Problem) -> JSONPath {
        var parser = JSONPathParser(text)
        guard parser.take("$") else { throw parser.problem("it must begin with '$'") }
        let segments = try parser.segments()
        parser.skipSpace()
        guard parser.isAtEnd else { throw parser.problem("'\(parser.rest)' is unexpected") }
        return JSONPath(segments: segments)
    }

    private mutating func segments() throws(Problem) -> [JSONPath.Segment] {
        var segments: [JSONPath.Segment] = []
        while true {
            let start = position
            skipSpace()
            if take("..") {
                let selectors = peek == "[" ? try bracketed() : [try shorthand()]
                segments.append(JSONPath.Segment(isDescendant: true, selectors: selectors))
            } else if take(".") {
                segments.append(JSONPath.Segment(isDescendant: false, selectors: [try shorthand()]))
            } else if peek == "[" {
                segments.append(JSONPath.Segment(isDescendant: false, selectors: try bracketed()))
            } else {
                position = start
                return segments
            }
        }
    }

    /// Parses `name` or `*` after a dot.
    private mutating func shorthand() throws(Problem) -> JSONPath.Selector {
        if take("*") {
            return .wildcard
        }
        let start = position
        while let scalar = peek, Self.isName(scalar, first: position == start) {
            position += 1
        }
        guard position > start else { throw problem("expected a name or '*'") }
        return .name(text(from: start))
    }

    private static func isName(_ scalar: Unicode.Scalar, first: Bool) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "_": true
        case "0"..."9": !first
        // The standard requires quotes for these names, but overlays in use write them without.
        case "-", "$": !first
        default: scalar.value >= 0x80
        }
    }

    private mutating func bracketed() throws(Problem) -> [JSONPath.Selector] {
        position += 1
        var selectors: [JSONPath.Selector] = []
        repeat {
            skipSpace()
            selectors.append(try selector())
            skipSpace()
        } while take(",")
        guard take("]") else { throw problem("expected ']'") }
        return selectors
    }

    private mutating func selector() throws(Problem) -> JSONPath.Selector {
        switch peek {
        case "'", "\"": return .name(try quoted())
        case "*":
            position += 1
            return .wildcard
        case "?":
            position += 1
            return .filter(try disjunction())
        default: return try indexOrSlice()
        }
    }

    private mutating func indexOrSlice() throws(Problem) -> JSONPath.Selector {
        let start = integer()
        skipSpace()
        guard take(":") else {
            guard let start else { throw problem("expected a quoted name, a number, '*' or '?'") }
            return .index(start)
        }
        skipSpace()
        let end = integer()
        skipSpace()
        guard take(":") else { return .slice(start: start, end: end, step: 1) }
        skipSpace()
        return .slice(start: start, end: end, step: integer() ?? 1)
    }

    private mutating func integer() -> Int? {
        let start = position
        if peek == "-" {
            position += 1
        }
        while let scalar = peek, ("0"..."9").contains(scalar) {
            position += 1
        }
        guard let number = Int(text(from: start)) else {
            position = start
            return nil
        }
        return number
    }

    private mutating func quoted() throws(Problem) -> String {
        let quote = scalars[position]
        position += 1
        var result = String.UnicodeScalarView()
        while let scalar = peek {
            position += 1
            if scalar == quote {
                return String(result)
            }
            guard scalar == "\\" else {
                result.append(scalar)
                continue
            }
            result.append(try escaped())
        }
        throw problem("unterminated string")
    }

    private mutating func escaped() throws(Problem) -> Unicode.Scalar {
        guard let scalar = peek else { throw problem("unterminated string") }
        position += 1
        switch scalar {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "'", "\"", "\\", "/": return scalar
        case "u":
            let digits = String(String.UnicodeScalarView(scalars[position...].prefix(4)))
            guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value), digits.count == 4 else {
                throw problem("'\\u\(digits)' is not a character")
            }
            position += 4
            return scalar
        default: throw problem("'\\\(scalar)' is not an escape sequence")
        }
    }

    // MARK: - Conditions

    private mutating func disjunction() throws(Problem) -> JSONPath.Condition {
        depth += 1
        defer { depth -= 1 }
        guard depth < 50 else { throw problem("conditions are nested too deeply") }
        var parts = [try conjunction()]
        skipSpace()
        while take("||") {
            parts.append(try conjunction())
            skipSpace()
        }
        return parts.count == 1 ? parts[0] : .or(parts)
    }

    private mutating func conjunction() throws(Problem) -> JSONPath.Condition {
        var parts = [try basic()]
        skipSpace()
        while take("&&") {
            parts.append(try basic())
            skipSpace()
        }
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    private mutating func basic() throws(Problem) -> JSONPath.Condition {
        skipSpace()
        if peek == "!", next != "=" {
            position += 1
            depth += 1
            defer { depth -= 1 }
            guard depth < 50 else { throw problem("conditions are nested too deeply") }
            return .not(try basic())
        }
        if take("(") {
            let inner = try disjunction()
            skipSpace()
            guard take(")") else { throw problem("expected ')'") }
            return inner
        }
        let left = try operand()
        skipSpace()
        for comparison in JSONPath.Operator.allCases where take(comparison.rawValue) {
            skipSpace()
            return .comparison(left, comparison, try operand())
        }
        guard case .query(let query) = left else { throw problem("expected a comparison such as '=='") }
        return .exists(query)
    }

    private mutating func operand() throws(Problem) -> JSONPath.Operand {
        switch peek {
        case "@", "$":
            let isRelative = peek == "@"
            position += 1
            return .query(JSONPath.Query(isRelative: isRelative, segments: try segments()))
        case "'", "\"": return .literal(.string(try quoted()))
        default: return .literal(try word())
        }
    }

    private mutating func word() throws(Problem) -> JSONPath.Literal {
        let start = position
        while let scalar = peek, !"()[]{}=!<>&|, \t\n\r".unicodeScalars.contains(scalar) {
            position += 1
        }
        let word = text(from: start)
        switch word {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default: break
        }
        if peek == "(" {
            position = start
            throw problem("functions such as '\(word)()' are not supported")
        }
        guard let number = Double(word) else {
            position = start
            throw problem("expected a value, '@' or '$'")
        }
        return .number(number)
    }

    // MARK: - Characters

    private var isAtEnd: Bool { position >= scalars.count }
    private var peek: Unicode.Scalar? { isAtEnd ? nil : scalars[position] }
    private var next: Unicode.Scalar? { position + 1 < scalars.count ? scalars[position + 1] : nil }
    private var rest: String { String(String.UnicodeScalarView(scalars[position...].prefix(20))) }

    private func text(from start: Int) -> String {
        String(String.UnicodeScalarView(scalars[start..<position]))
    }

    private mutating func take(_ token: String) -> Bool {
        guard scalars[position...].starts(with: token.unicodeScalars) else { return false }
        position += token.unicodeScalars.count
        return true
    }

    private mutating func skipSpace() {
        while let scalar = peek, " \t\n\r".unicodeScalars.contains(scalar) {
            position += 1
        }
    }

    private func problem(_ message: String) -> Problem {
        Problem(message: message, offset: position)
    }
}
