/// A random string that matches a regular expression of literals, classes, groups and quantifiers.
struct PatternSample {
    private var pattern: Substring
    private var random: SeededGenerator

    /// Creates a sample.
    ///
    /// - Parameters:
    ///   - pattern: The pattern, without alternatives and assertions other than `^` and `$`.
    ///   - random: The source of all choices.
    init(_ pattern: String, random: SeededGenerator) {
        self.pattern = Substring(pattern)
        self.random = random
    }

    /// Returns the string.
    mutating func string() -> String { sequence() }

    private mutating func sequence() -> String {
        var text = ""
        while let next = pattern.first, next != ")" {
            if next == "^" || next == "$" {
                pattern.removeFirst()
                continue
            }
            let start = pattern
            _ = atom()
            let bounds = quantifier()
            let end = pattern
            for _ in 0..<(bounds.lowerBound + pick(bounds.count)) {
                pattern = start
                text += atom()
            }
            pattern = end
        }
        return text
    }

    private mutating func atom() -> String {
        let next = pattern.removeFirst()
        switch next {
        case "[": return characterClass()
        case "\\": return escaped(pattern.removeFirst())
        case "(":
            let text = sequence()
            pattern.removeFirst()
            return text
        default: return String(next)
        }
    }

    private mutating func escaped(_ character: Character) -> String {
        character == "d" ? String(pick(10)) : String(character)
    }

    private mutating func characterClass() -> String {
        var members: [Character] = []
        while let next = pattern.popFirst(), next != "]" {
            let member = next == "\\" ? pattern.removeFirst() : next
            if pattern.first == "-", pattern.dropFirst().first != "]", let low = member.unicodeScalars.first {
                pattern.removeFirst()
                let high = pattern.removeFirst().unicodeScalars.first ?? low
                members += (low.value...high.value).compactMap(Unicode.Scalar.init).map(Character.init)
            } else {
                members.append(member)
            }
        }
        return String(members[pick(members.count)])
    }

    private mutating func quantifier() -> ClosedRange<Int> {
        switch pattern.first {
        case "?": return consumed(0...1)
        case "+": return consumed(1...4)
        case "*": return consumed(0...4)
        case "{":
            let numbers = pattern.dropFirst().prefix { $0 != "}" }.split(separator: ",").compactMap { Int($0) }
            pattern = pattern.drop { $0 != "}" }.dropFirst()
            return numbers[0]...min(numbers[numbers.count - 1], numbers[0] + 12)
        default: return 1...1
        }
    }

    private mutating func consumed(_ range: ClosedRange<Int>) -> ClosedRange<Int> {
        pattern.removeFirst()
        return range
    }

    private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
}
