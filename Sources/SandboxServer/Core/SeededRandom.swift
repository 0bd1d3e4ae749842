/// A random number generator that produces the same choices for the same seed.
struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator.
    ///
    /// - Parameters:
    ///   - seed: The seed of the choices.
    ///   - stream: A name that distinguishes generators with the same seed, such as "anybill.receipts".
    init(seed: UInt64, stream: String = "") {
        // FNV-1a: stable between runs, unlike the standard library's hash.
        let named = stream.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        state = seed ^ named
    }

    /// Returns the next 64 bits (SplitMix64).
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Returns an integer in a range.
    mutating func int(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// Returns `true` with a probability of one in `count`.
    mutating func oneIn(_ count: Int) -> Bool { int(in: 1...count) == 1 }

    /// Returns an element of an array that is not empty.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[int(in: 0...(elements.count - 1))] }

    /// Returns hexadecimal digits in lower case.
    mutating func hex(_ count: Int) -> String {
        String((0..<count).map { _ in Self.digits[int(in: 0...15)] })
    }

    /// Returns a random UUID (version 4) in lower case.
    mutating func uuid() -> String {
        let variant = Self.digits[int(in: 8...11)]
        return "\(hex(8))-\(hex(4))-4\(hex(3))-\(variant)\(hex(3))-\(hex(12))"
    }

    private static let digits = Array("0123456789abcdef")
}
