/// An ASCII string that is split into words.
///
/// Nearly all names of nearly all specs are ASCII. The general path looks up every scalar in Unicode's tables and took
/// a quarter of the time of a run.
struct ASCIIName {

    private var bytes: [UInt8]
    private var words: [Range<Int>] = []

    /// Splits a string at every character that is neither a letter nor a digit; `nil` if it has other characters or no
    /// words.
    init?(_ text: String) {
        bytes = Array(text.utf8)
        var start: Int?
        for index in bytes.indices {
            let byte = bytes[index]
            guard byte < 0x80 else { return nil }
            if Self.isLetter(byte) || Self.isDigit(byte) {
                start = start ?? index
            } else if let first = start {
                words.append(first..<index)
                start = nil
            }
        }
        if let start {
            words.append(start..<bytes.count)
        }
        guard !words.isEmpty else { return nil }
        lowerShouting()
    }

    /// The joined words, each with a capital first letter.
    var upperCamel: String {
        spelled(from: words[...])
    }

    /// The joined words, all but the first with a capital first letter.
    ///
    /// A plus or minus sign at the start of the string becomes a word.
    var lowerCamel: String {
        guard let sign else {
            return spelled(loweredFirst(), from: words.dropFirst())
        }
        var name = loweredFirst()
        name[0] = Self.raised(name[0])
        return spelled(Array(sign.utf8) + name, from: words.dropFirst())
    }

    private var sign: String? {
        guard bytes.count > 1 else { return nil }
        return switch bytes[0] {
        case UInt8(ascii: "-"): "minus"
        case UInt8(ascii: "+"): "plus"
        default: nil
        }
    }

    private func spelled(_ start: [UInt8] = [], from words: ArraySlice<Range<Int>>) -> String {
        var result = start
        result.reserveCapacity(bytes.count + 8)
        for word in words {
            // Two adjacent numbers would read as a third one.
            if let last = result.last, Self.isDigit(last), Self.isDigit(bytes[word.lowerBound]) {
                result.append(UInt8(ascii: "_"))
            }
            result.append(Self.raised(bytes[word.lowerBound]))
            result.append(contentsOf: bytes[word.dropFirst()])
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// `URLPath` → `urlPath`, `ID` → `id`, `Date` → `date`; in `URLs` and `IDs` the last capital belongs to the acronym.
    private func loweredFirst() -> [UInt8] {
        var word = Array(bytes[words[0]])
        let capitals = word.prefix(while: Self.isCapital).count
        var lowered = capitals
        if capitals > 1, capitals < word.count, Self.isLetter(word[capitals]) {
            let isPlural = capitals + 1 == word.count && word[capitals] == UInt8(ascii: "s")
            lowered = isPlural ? capitals : capitals - 1
        }
        for index in 0..<lowered {
            word[index] |= 0x20
        }
        return word
    }

    /// Several words in capitals only are emphasis, not acronyms.
    private mutating func lowerShouting() {
        let isShouted = words.count > 1 && words.allSatisfy { !bytes[$0].contains(where: Self.isSmall) }
        guard isShouted else { return }
        for index in bytes.indices where Self.isCapital(bytes[index]) {
            bytes[index] |= 0x20
        }
    }

    private static func raised(_ byte: UInt8) -> UInt8 {
        isSmall(byte) ? byte & ~0x20 : byte
    }

    private static func isSmall(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
    }

    private static func isCapital(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        isSmall(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}
