/// Converts strings of a spec to Swift names.
///
/// The result depends only on the string, so that a name never changes because something else was added.
enum SwiftName {

    /// Returns the name of a property, a parameter or a method: `lowerCamel`.
    static func member(_ text: String) -> Identifier {
        let name = plainMember(text)
        return reservedMembers.contains(name.text) ? name.appending(Identifier("Value")) : name
    }

    /// Whether ``member(_:)`` adds a word to a name, because Swift or a generated type has it already.
    static func isReservedMember(_ text: String) -> Bool {
        reservedMembers.contains(plainMember(text).text)
    }

    private static func plainMember(_ text: String) -> Identifier {
        Identifier(sanitizing: ASCIIName(text)?.lowerCamel ?? lowerCamel(text) ?? text)
    }

    /// Returns the name of an enum case: `lowerCamel`.
    static func enumCase(_ text: String) -> Identifier {
        let name = member(text)
        // An optional of the enum spells `nil` the same way.
        let isNil = name == "none"
        return isNil || reservedCases.contains(name.text) ? name.appending(Identifier("Value")) : name
    }

    /// Returns the name of a property that the document pins, unless it would not compile.
    static func pinnedMember(_ text: String) -> Identifier {
        let name = Identifier(sanitizing: text)
        if ReservedNames.contains(name) {
            return member(text)
        }
        return reservedMembers.contains(name.text) ? name.appending(Identifier("Value")) : name
    }

    /// Returns the name of an enum case that the document pins, unless it would not compile.
    static func pinnedCase(_ text: String) -> Identifier {
        let name = pinnedMember(text)
        return reservedCases.contains(name.text) ? name.appending(Identifier("Value")) : name
    }

    /// Returns the name of a type: `UpperCamel`.
    ///
    /// Names of the standard library and the runtime get the suffix `Model`.
    static func type(_ text: String) -> Identifier {
        let identifier = plainType(text)
        return ReservedNames.contains(identifier) ? identifier.appending(Identifier("Model")) : identifier
    }

    /// Returns the start of the names of types, which may itself be a name of the standard library or the runtime.
    static func plainType(_ text: String) -> Identifier {
        guard let name = ASCIIName(text)?.upperCamel ?? upperCamel(text) else {
            return Identifier(sanitizing: raised(Identifier(sanitizing: text).text))
        }
        return Identifier(sanitizing: name)
    }

    /// Returns the name of a type that the document pins, unless it would not compile or looks like the name of a
    /// member.
    static func pinnedType(_ text: String) -> Identifier {
        let name = Identifier(sanitizing: text)
        let isLowered = name.text.first?.isLowercase ?? false
        return isLowered || ReservedNames.contains(name) ? type(text) : name
    }

    /// Returns the name of a type that is derived from another name.
    ///
    /// - Parameters:
    ///   - start: The other name.
    ///   - end: The kind of the type: `Error`.
    ///   - word: A word between both, for a result that would be a name of the standard library or the runtime.
    ///   - prefix: The prefix that is added to the name later.
    /// - Returns: The name, without the prefix.
    static func derived(_ start: String, _ end: String, orWith word: String, behind prefix: String = "") -> Identifier {
        let names = [start + end, start + word + end].map { Identifier(sanitizing: $0) }
        return names.first { !ReservedNames.contains(Identifier(sanitizing: prefix + $0.text)) }
            ?? names[1].appending(Identifier("Model"))
    }

    /// Converts a string in any script to `lowerCamel`; `nil` if it has no words.
    static func lowerCamel(_ text: String) -> String? {
        let words = words(text)
        guard let first = words.first else { return nil }
        let name = joined([lowered(first)] + words.dropFirst().map(raised))
        return sign(text) + (sign(text).isEmpty ? name : raised(name))
    }

    /// Converts a string in any script to `UpperCamel`; `nil` if it has no words.
    static func upperCamel(_ text: String) -> String? {
        let words = words(text)
        return words.isEmpty ? nil : joined(words.map(raised))
    }

    /// Joins words, and separates two numbers that would read as a third one.
    private static func joined(_ words: [String]) -> String {
        words.reduce(into: "") { name, word in
            let areDigits = [name.unicodeScalars.last, word.unicodeScalars.first].allSatisfy { scalar in
                scalar.map { "0"..."9" ~= $0 } ?? false
            }
            name += (areDigits ? "_" : "") + word
        }
    }

    /// The words of a string: split at characters that are neither letters nor digits, with all-capital strings in
    /// lower case.
    private static func words(_ text: String) -> [String] {
        let parts = text.unicodeScalars.split { !($0.properties.isAlphabetic || $0.properties.numericType != nil) }
        let words = parts.map { String(String.UnicodeScalarView($0)) }
        let isShouted = words.count > 1 && words.allSatisfy { $0 == $0.uppercased() }
        return isShouted ? words.map { $0.lowercased() } : words
    }

    /// Returns `plus` or `minus` for a sign at the start of a string, as in sort orders.
    private static func sign(_ text: String) -> String {
        guard text.unicodeScalars.count > 1 else { return "" }
        return switch text.unicodeScalars.first {
        case "-": "minus"
        case "+": "plus"
        default: ""
        }
    }

    private static func raised(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    /// `URLPath` → `urlPath`, `ID` → `id`, `Date` → `date`; `iOS` stays.
    private static func lowered(_ word: String) -> String {
        let capitals = word.prefix { $0.isUppercase }
        if capitals.count <= 1 || capitals.count == word.count {
            return capitals.lowercased() + word.dropFirst(capitals.count)
        }
        let next = word.dropFirst(capitals.count).first
        // In `URLs` and `IDs` the last capital belongs to the acronym.
        let kept = next?.isLetter == true && word.dropFirst(capitals.count) != "s" ? capitals.dropLast() : capitals
        return kept.lowercased() + word.dropFirst(kept.count)
    }

    /// The members that generated types declare themselves or that Swift does not allow.
    private static let reservedMembers: Set<String> = [
        "self", "init", "unknownProperties", "hashValue", "encode", "write",
    ]

    private static let reservedCases: Set<String> = [
        "unknown", "allCases", "rawValue", "listing", "unlisted", "knownValues", "isKnown",
    ]
}
