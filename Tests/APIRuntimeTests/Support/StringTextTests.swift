import Foundation
import SeededTesting
import Testing

@testable import APIRuntime

@Suite("Text helpers")
struct StringTextTests {
    @Test(
        "spaces and tabs at both ends are removed, and nothing else",
        arguments: [
            ("", ""), (" ", ""), ("\t \t", ""), ("a", "a"), (" a b\t", "a b"), ("\u{A0}a\u{A0}", "\u{A0}a\u{A0}"),
            ("a\r\n", "a\r\n"), (" é\u{301} ", "é\u{301}"), (" \u{301}a", "\u{301}a"),
        ]
    )
    func trimming(_ text: String, _ expected: String) {
        #expect(Array(text.trimmingSpaces().utf8) == Array(expected.utf8))
        #expect(Array("x\(text)x".dropFirst().dropLast().trimmingSpaces().utf8).count <= text.utf8.count)
    }

    @Test(
        "percent escapes become their bytes; malformed ones and bytes that are not UTF-8 are refused",
        arguments: [
            ("", ""), ("a+b", "a+b"), ("%41%62", "Ab"), ("%c3%A9", "é"), ("%25", "%"), ("%00", "\0"), ("é%20", "é "),
            ("%EF%BB%BFa", "\u{FEFF}a"), ("%EF%BF%BD", "\u{FFFD}"), ("%", nil), ("%4", nil), ("a%zz", nil),
            ("%-1", nil), ("%FF", nil), ("%c3", nil), ("%ED%A0%80", nil),
        ] as [(String, String?)]
    )
    func percentEscapes(_ text: String, _ expected: String?) {
        #expect(text.removingPercentEscapes().map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test(
        "random strings survive percent-encoding, and decode as Foundation decodes them",
        arguments: [1, 2, 3] as [UInt64]
    )
    func random(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<500 {
            let scalars = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &random))
            }
            let text = String(String.UnicodeScalarView(scalars))
            #expect(text.percentEncoded().removingPercentEscapes() == text)
            let bytes = (0..<6).map { _ in "%2aFf\u{E9}9".randomElement(using: &random) ?? "%" }
            let raw = String(bytes)
            let expected = raw.removingPercentEncoding
            // Foundation on Linux replaces some bytes that are not UTF-8, although its documentation promises `nil`.
            let isRepaired = expected?.unicodeScalars.contains("\u{FFFD}") ?? false
            #expect(raw.removingPercentEscapes() == (isRepaired ? nil : expected), "\(raw)")
        }
    }
}
