/// Checks whether the runtime can match a regular expression.
struct PatternCheck {

    /// The problem; `nil` for an expression that the runtime can match.
    private(set) var problem: String?

    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var groups = 0
    private var hasAtom = false

    /// Checks an expression.
    init(_ pattern: String) {
        scalars = Array(pattern.unicodeScalars)
        while problem == nil, position < scalars.count {
            step()
        }
        if problem == nil, groups > 0 {
            problem = "has an unclosed group"
        }
    }

    private var next: Unicode.Scalar? {
        position < scalars.count ? scalars[position] : nil
    }

    private mutating func step() {
        let scalar = scalars[position]
        position += 1
        switch scalar {
        case "\\": escape()
        case "[": bracket()
        case "(": open()
        case ")":
            groups -= 1
            problem = groups < 0 ? "closes a group that is not open" : nil
            hasAtom = true
        case "|", "^", "$": hasAtom = false
        case "*", "+", "?": quantify()
        case "{": braces()
        default: hasAtom = true
        }
    }

    private mutating func escape() {
        hasAtom = true
        guard let scalar = next else {
            problem = "ends in a backslash"
            return
        }
        position += 1
        switch scalar {
        case "1"..."9", "k": problem = "has a backreference"
        case "b", "B": hasAtom = false
        case "p", "P": property()
        default: break
        }
    }

    private mutating func property() {
        let name = String(String.UnicodeScalarView(scalars[position...].drop { $0 == "{" }.prefix { $0 != "}" }))
        let short = ["L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc", "Pd"]
        let long = [
            "S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Letter", "Uppercase_Letter", "Lowercase_Letter", "Mark", "Number",
            "Decimal_Number", "Punctuation", "Symbol", "Separator",
        ]
        let value = name.split(separator: "=").last.map(String.init) ?? ""
        let isCategory = !name.contains("=") || name.hasPrefix("gc=") || name.hasPrefix("General_Category=")
        guard next == "{", isCategory, short.contains(value) || long.contains(value) else {
            problem = "names an unknown Unicode property"
            return
        }
        position = (scalars[position...].firstIndex(of: "}") ?? scalars.count - 1) + 1
    }

    private mutating func bracket() {
        hasAtom = true
        while let scalar = next, scalar != "]" {
            position += 1
            if scalar == "\\" {
                escape()
                hasAtom = true
            }
            guard problem == nil else { return }
        }
        if next == nil {
            problem = "has an unclosed character class"
        }
        position += 1
    }

    private mutating func open() {
        groups += 1
        hasAtom = false
        guard next == "?" else { return }
        let rest = String(String.UnicodeScalarView(scalars[position...].dropFirst().prefix(2)))
        if rest.hasPrefix(":") {
            position += 2
        } else if rest.hasPrefix("=") || rest.hasPrefix("!") {
            problem = "has a lookahead"
        } else if rest == "<=" || rest == "<!" {
            problem = "has a lookbehind"
        } else if rest.hasPrefix("<") {
            position = (scalars[position...].firstIndex(of: ">") ?? scalars.count - 1) + 1
        } else {
            problem = "has a group of an unknown kind"
        }
    }

    private mutating func quantify() {
        if !hasAtom {
            problem = "has a quantifier with nothing to repeat"
        }
        if next == "?" {
            position += 1
        }
        hasAtom = false
    }

    /// Parses a quantifier, or a brace that matches itself.
    private mutating func braces() {
        let body = String(String.UnicodeScalarView(scalars[position...].prefix { $0 != "}" }))
        let numbers = body.split(separator: ",", omittingEmptySubsequences: false)
        let isRepetition =
            position + body.unicodeScalars.count < scalars.count && (1...2).contains(numbers.count)
            && !numbers[0].isEmpty && numbers.allSatisfy { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
        guard isRepetition else {
            hasAtom = true
            return
        }
        position += body.unicodeScalars.count + 1
        if numbers.contains(where: { Int($0) ?? 0 > 1000 || $0.utf8.count > 4 }) {
            problem = "has a quantifier above 1,000"
            return
        }
        quantify()
    }
}
