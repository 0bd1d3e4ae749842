import APIRuntime
import SeededTesting
import Testing

@testable import APIServer

/// Tests that compare the matching of paths with a simple matcher that tries every division, and count its work.
@Suite("Path patterns")
struct PathPatternTests {

    /// A part of a segment: literal characters, or a parameter.
    private enum Piece {
        case text(String)
        case name(String)

        var template: String {
            switch self {
            case .text(let text): text
            case .name(let name): "{\(name)}"
            }
        }
    }

    /// Returns the first division of a segment, with the longest values first.
    private static func division(_ pieces: ArraySlice<Piece>, _ segment: Substring) -> [String: String]? {
        switch pieces.first {
        case nil: return segment.isEmpty ? [:] : nil
        case .text(let text):
            return segment.hasPrefix(text) ? division(pieces.dropFirst(), segment.dropFirst(text.count)) : nil
        case .name(let name):
            for length in (0..<segment.count).reversed() {
                let rest = segment.dropFirst(length + 1)
                guard let values = division(pieces.dropFirst(), rest) else { continue }
                return values.merging([name: String(segment.prefix(length + 1))]) { $1 }
            }
            return nil
        }
    }

    @Test("a segment is divided as by a matcher that tries every division", arguments: 0..<20)
    func divisions(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var (matches, misses) = (0, 0)
        for _ in 0..<500 {
            var pieces: [Piece] = []
            for index in 0..<Int.random(in: 1...5, using: &random) {
                if case .text = pieces.last {
                    pieces.append(.name("n\(index)"))
                } else {
                    pieces.append(
                        Bool.random(using: &random)
                            ? .text(["-", ".", "--", "-.", "a"].randomElement(using: &random) ?? "")
                            : .name("n\(index)")
                    )
                }
            }
            let segment = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                ["-", "-", ".", "a", "%2D"].randomElement(using: &random) ?? ""
            }.joined()
            let template = "/x/" + pieces.map(\.template).joined()
            let expected = Self.division(pieces[...], segment.replacing("%2D", with: "-")[...])
            #expect(PathPattern(template).values(in: "/x/\(segment)") == expected, "\(template) \(segment)")
            if expected == nil { misses += 1 } else { matches += 1 }
        }
        #expect(matches > 20 && misses > 20)
    }

    @Test("escapes are equal in any letter case, and an escaped letter is the letter")
    func escapes() {
        let pattern = PathPattern("/a%20b/%c3%A9/x-{id}")
        #expect(pattern.values(in: "/a%20b/%C3%a9/x%2d%2f%41") == ["id": "%2FA"])
        #expect(pattern.values(in: "/a%20b/%C3%A8/x-1") == nil)
        #expect(pattern.routerPath == "/{p0}/{p1}/x-{p2}")
        #expect(PathPattern("/a%").values(in: "/a%") == [:])
    }

    @Test(
        "a segment of twice the length is at most twice the work",
        arguments: ["/{z}-{x}-{y}.png", "/{a}-{b}-{c}-{d}-{e}", "/v{a}{b}{c}", "/{a}--{b}--{c}", "/{a}.{b}"]
    )
    func work(_ template: String) {
        let pattern = PathPattern(template)
        for unit in ["-", "--.", "a", "v-", "-."] {
            let works = [1_000, 2_000, 4_000, 8_000].map { count in
                let work = TextWork()
                _ = pattern.values(in: "/v" + String(repeating: unit, count: count), work: work)
                return work.count
            }
            #expect(zip(works, works.dropFirst()).allSatisfy { $1 <= 2 * $0 + 100 }, "\(unit) \(works)")
            #expect(works[3] <= 4 * 8_000 * unit.count, "\(unit) \(works)")
        }
    }
}
