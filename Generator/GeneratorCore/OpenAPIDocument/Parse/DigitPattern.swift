/// The digits that a regular expression for whole numbers allows.
///
/// Parses only what documents write for such numbers: digits, `\d` and classes such as `[1-9]` with quantifiers, a minus
/// sign, and a group of alternatives, between `^` and `$`.
struct DigitPattern {

    /// The most digits of a match; `nil` without a limit.
    private(set) var maxDigits: Int? = 0
    /// Whether a match may begin with a zero that other digits follow.
    private(set) var allowsLeadingZeros = false

    /// A character class of digits with its quantifier.
    private struct Atom {
        var mayBeZero: Bool
        var least = 1
        /// The largest number of repetitions; `nil` without a limit.
        var most: Int? = 1
    }

    /// Parses an expression; `nil` if a match may be another string than digits after an optional minus sign.
    init?(_ pattern: String) {
        guard pattern.hasPrefix("^"), pattern.hasSuffix("$") else { return nil }
        var body = pattern.dropFirst().dropLast()
        if body.hasPrefix("-?") { body = body.dropFirst(2) }
        var alternatives = [body]
        if let start = ["(?:", "("].first(where: body.hasPrefix), body.hasSuffix(")") {
            body = body.dropFirst(start.count).dropLast()
            alternatives = body.split(separator: "|", omittingEmptySubsequences: false)
        }
        for alternative in alternatives {
            guard let atoms = Self.atoms(alternative), atoms.contains(where: { $0.least > 0 }) else { return nil }
            allowsLeadingZeros = allowsLeadingZeros || Self.allowsLeadingZeros(atoms[...])
            let most = Self.mostDigits(atoms[...])
            maxDigits = maxDigits.flatMap { known in most.map { max(known, $0) } }
        }
    }

    private static func mostDigits(_ atoms: ArraySlice<Atom>) -> Int? {
        atoms.reduce(0) { sum, atom in sum.flatMap { sum in atom.most.map { sum + $0 } } }
    }

    private static func allowsLeadingZeros(_ atoms: ArraySlice<Atom>) -> Bool {
        for (index, first) in zip(atoms.indices, atoms) {
            if first.mayBeZero, first.most != 0, mostDigits(atoms[index...]).map({ $0 > 1 }) ?? true { return true }
            if first.least > 0 { break }
        }
        return false
    }

    /// Returns the classes of a sequence; `nil` if it contains anything else.
    private static func atoms(_ text: Substring) -> [Atom]? {
        var rest = text
        var atoms: [Atom] = []
        while !rest.isEmpty {
            guard let (spelling, mayBeZero) = classes.first(where: { rest.hasPrefix($0.spelling) }) else { return nil }
            rest = rest.dropFirst(spelling.count)
            var atom = Atom(mayBeZero: mayBeZero)
            guard quantify(&atom, &rest) else { return nil }
            atoms.append(atom)
        }
        return atoms
    }

    private static let classes: [(spelling: String, mayBeZero: Bool)] =
        ["\\d", "[0-9]", "[\\d]", "0"].map { (spelling: $0, mayBeZero: true) }
        + (["[1-9]"] + (1...9).map(String.init)).map { (spelling: $0, mayBeZero: false) }

    /// Parses the quantifier of a class, if there is one.
    ///
    /// - Returns: Whether it is valid and its numbers are small.
    private static func quantify(_ atom: inout Atom, _ rest: inout Substring) -> Bool {
        switch rest.first {
        case "?": atom.least = 0
        case "*": (atom.least, atom.most) = (0, nil)
        case "+": atom.most = nil
        case "{":
            guard let end = rest.firstIndex(of: "}") else { return false }
            let bounds = rest[..<end].dropFirst().split(separator: ",", omittingEmptySubsequences: false)
            guard (1...2).contains(bounds.count), let least = UInt16(bounds[0]) else { return false }
            atom.least = Int(least)
            guard bounds.count == 1 || bounds[1].isEmpty || UInt16(bounds[1]) != nil else { return false }
            atom.most = bounds.count == 1 ? atom.least : UInt16(bounds[1]).map(Int.init)
            rest = rest[end...]
        default: return true
        }
        rest = rest.dropFirst()
        return true
    }
}
