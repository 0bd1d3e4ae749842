import Foundation
import Testing

@Suite("Documented behavior")
struct PromiseTests {
    @Test("every promise of the documentation names a test that exists")
    func promises() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let article = root.appendingPathComponent("Sources/AnybillBase/AnybillBase.docc/Promises.md")
        let rows = try String(contentsOf: article, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| ") }
        let titles = rows.dropFirst().map { $0.split(separator: "\"").dropFirst().first.map(String.init) ?? "\($0)" }
        #expect(titles.count > 30)
        let missing = Set(titles).subtracting(try Self.testTitles(in: root))
        #expect(missing.isEmpty)
    }

    /// Returns the titles of all tests that run, in their source code.
    private static func testTitles(in root: URL) throws -> Set<String> {
        let declaration = /@Test\(\s*"((?:[^"\\]|\\.)*)"/
        var titles: Set<String> = []
        for folder in ["AnybillBaseTests", "AnybillContentAreaTests", "SeedSamples/Anybill"] {
            let base = root.appendingPathComponent("Tests/\(folder)")
            for name in try FileManager.default.subpathsOfDirectory(atPath: base.path) where name.hasSuffix(".swift") {
                let source = try String(contentsOf: base.appendingPathComponent(name), encoding: .utf8)
                #expect(source.firstMatch(of: /\.disabled\(/) == nil, "\(name)")
                titles.formUnion(source.matches(of: declaration).map { String($0.1) })
            }
        }
        return titles
    }
}
