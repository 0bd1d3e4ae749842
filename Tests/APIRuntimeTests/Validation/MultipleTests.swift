import SeededTesting
import Testing

@testable import APIRuntime

@Suite("Multiples of numbers with large exponents")
struct MultipleTests {
    @Test("the remainder of a power of ten is the same as digit by digit", arguments: [1, 2, 3] as [UInt64])
    func powers(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<2000 {
            let digits = Int.random(in: 1...99_999, using: &random)
            let zeros = Int.random(in: 0...60, using: &random)
            let modulus = Int.random(in: 1...(Bool.random(using: &random) ? 60 : 1_000_000), using: &random)
            var rest = digits % modulus
            for _ in 0..<zeros { rest = rest * 10 % modulus }
            let number = JSONNumber(unchecked: "\(digits)e\(zeros)")
            #expect(number.isMultiple(of: JSONNumber(unchecked: "\(modulus)")) == (rest == 0), "\(number) \(modulus)")
        }
    }

    @Test("the largest exponents and divisors are computed")
    func limits() {
        #expect(JSONNumber(unchecked: "1e4095").isMultiple(of: JSONNumber(unchecked: "1")))
        #expect(JSONNumber(unchecked: "1e4095").isMultiple(of: JSONNumber(unchecked: "1024e-3")))
        #expect(!JSONNumber(unchecked: "1e4095").isMultiple(of: JSONNumber(unchecked: "3")))
        #expect(!JSONNumber(unchecked: "1e300").isMultiple(of: JSONNumber(unchecked: "999999999999999989")))
    }
}
