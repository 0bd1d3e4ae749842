/// A parser for regular expressions of ECMA-262.
struct PatternParser {

    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var isFailed = false
    private var depth = 0

    init(_ expression: String) {
        scalars = Array(expression.unicodeScalars)
    }

    /// Parses the expression; `nil` when it is invalid, or has syntax that ``Pattern`` does not support.
    mutating func parse() -> PatternNode? {
        let node = choice()
        return isFailed || position < scalars.count ? nil : node
    }

    private var next: Unicode.Scalar? {
        position < scalars.count ? scalars[position] : nil
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    private mutating func fail() -> PatternNode {
        isFailed = true
        return .empty
    }

    private mutating func choice() -> PatternNode {
        var nodes = [sequence()]
        while !isFailed, take("|") { nodes.append(sequence()) }
        return nodes.count == 1 ? nodes[0] : .choice(nodes)
    }

    private mutating func sequence() -> PatternNode {
        var nodes: [PatternNode] = []
        while !isFailed, let scalar = next, scalar != "|", scalar != ")" {
            let atom = atom()
            nodes.append(quantified(atom))
        }
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    private mutating func atom() -> PatternNode {
        guard let scalar = next else { return fail() }
        position += 1
        switch scalar {
        case "^": return .start
        case "$": return .end
        case ".": return .scalar(.dot)
        case "(": return group()
        case "[": return bracket()
        case "\\": return escape()
        case "*", "+", "?": return fail()
        default: return .scalar(ScalarSet(scalar))
        }
    }

    private mutating func group() -> PatternNode {
        if take("?"), !take(":") {
            // A group name; any other syntax is a look-around.
            guard take("<"), next != "=", next != "!" else { return fail() }
            while let scalar = next, scalar != ">" { position += 1 }
            guard take(">") else { return fail() }
        }
        depth += 1
        guard depth < 200 else { return fail() }
        let node = choice()
        depth -= 1
        return take(")") ? node : fail()
    }

    // MARK: - Repetition

    private mutating func quantified(_ node: PatternNode) -> PatternNode {
        guard let (least, most) = quantifier() else { return node }
        _ = take("?")
        switch node {
        case .start, .end, .boundary: return fail()
        default: break
        }
        guard least <= 1000, most ?? 0 <= 1000, least <= most ?? least else { return fail() }
        return .repetition(node, least: least, most: most)
    }

    private mutating func quantifier() -> (Int, Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        let start = position
        // A brace that does not start a quantifier matches itself.
        guard take("{"), let least = number() else {
            position = start
            return nil
        }
        var most: Int? = least
        if take(",") { most = number() }
        guard take("}") else {
            position = start
            return nil
        }
        return (least, most)
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let scalar = next, ScalarSet.digit.contains(scalar) {
            position += 1
            value = min((value ?? 0) * 10 + Int(scalar.value - 0x30), 1_000_000)
        }
        return value
    }

    // MARK: - Classes

    private mutating func bracket() -> PatternNode {
        var set = ScalarSet()
        set.isNegated = take("^")
        while let scalar = next, scalar != "]" {
            guard let first = classAtom() else { return fail() }
            guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
                set.parts.append(first)
                continue
            }
            position += 1
            guard let last = classAtom() else { return fail() }
            guard let low = first.single, let high = last.single else {
                set.parts += [first, ScalarSet("-"), last]
                continue
            }
            guard low <= high else { return fail() }
            set.ranges.append(low...high)
        }
        return take("]") ? .scalar(set) : fail()
    }

    private mutating func classAtom() -> ScalarSet? {
        guard let scalar = next else { return nil }
        position += 1
        guard scalar == "\\" else { return ScalarSet(scalar) }
        if take("b") { return ScalarSet(0x08...0x08) }
        if take("-") { return ScalarSet("-") }
        return escapedSet()
    }

    // MARK: - Escapes

    private mutating func escape() -> PatternNode {
        if take("b") { return .boundary(true) }
        if take("B") { return .boundary(false) }
        guard let set = escapedSet() else { return fail() }
        return .scalar(set)
    }

    /// Parses an escape after its backslash; `nil` for a back reference and for an unknown escape.
    private mutating func escapedSet() -> ScalarSet? {
        guard let scalar = next else { return nil }
        position += 1
        switch scalar {
        case "d": return .digit
        case "D": return .digit.negated
        case "w": return .word
        case "W": return .word.negated
        case "s": return .space
        case "S": return .space.negated
        case "t": return ScalarSet(0x09...0x09)
        case "n": return ScalarSet(0x0A...0x0A)
        case "v": return ScalarSet(0x0B...0x0B)
        case "f": return ScalarSet(0x0C...0x0C)
        case "r": return ScalarSet(0x0D...0x0D)
        case "0": return ScalarSet(0x00...0x00)
        case "p", "P": return property(isNegated: scalar == "P")
        case "x": return hexadecimal(2).flatMap(Unicode.Scalar.init).map { ScalarSet($0) }
        case "u": return unicode()
        case "c": return control()
        default: return ScalarSet.word.contains(scalar) ? nil : ScalarSet(scalar)
        }
    }

    private mutating func property(isNegated: Bool) -> ScalarSet? {
        guard take("{") else { return nil }
        var name = ""
        while let scalar = next, scalar != "}" {
            name.unicodeScalars.append(scalar)
            position += 1
        }
        guard take("}"), let set = ScalarSet(property: name) else { return nil }
        return isNegated ? set.negated : set
    }

    private mutating func control() -> ScalarSet? {
        guard let scalar = next, scalar.isASCII, scalar.properties.isAlphabetic else { return nil }
        position += 1
        return ScalarSet(scalar.value % 32...scalar.value % 32)
    }

    private mutating func unicode() -> ScalarSet? {
        if take("{") {
            var value: UInt32 = 0
            while let scalar = next, let digit = UInt8(truncatingIfNeeded: scalar.value).hexadecimalValue,
                scalar.isASCII
            {
                position += 1
                value = min(value, 0xFFFFFF) * 16 + UInt32(digit)
            }
            return take("}") ? Unicode.Scalar(value).map { ScalarSet($0) } : nil
        }
        guard let first = hexadecimal(4) else { return nil }
        guard 0xD800...0xDBFF ~= first else { return Unicode.Scalar(first).map { ScalarSet($0) } }
        guard take("\\"), take("u"), let second = hexadecimal(4), 0xDC00...0xDFFF ~= second else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)).map { ScalarSet($0) }
    }

    private mutating func hexadecimal(_ count: Int) -> UInt32? {
        guard position + count <= scalars.count else { return nil }
        var value: UInt32 = 0
        for scalar in scalars[position..<position + count] {
            guard scalar.isASCII, let digit = UInt8(truncatingIfNeeded: scalar.value).hexadecimalValue else {
                return nil
            }
            value = value * 16 + UInt32(digit)
        }
        position += count
        return value
    }
}

extension ScalarSet {
    /// The only scalar of the set; `nil` when there are others.
    fileprivate var single: UInt32? {
        guard ranges.count == 1, parts.isEmpty, categories.isEmpty, !isNegated else { return nil }
        return ranges[0].count == 1 ? ranges[0].lowerBound : nil
    }
}
