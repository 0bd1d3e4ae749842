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
        var sources = ""
        for folder in ["AnybillBaseTests", "AnybillContentAreaTests", "SeedSamples/Anybill"] {
            let base = root.appendingPathComponent("Tests/\(folder)")
            for name in try FileManager.default.subpathsOfDirectory(atPath: base.path) where name.hasSuffix(".swift") {
                sources += try String(contentsOf: base.appendingPathComponent(name), encoding: .utf8)
            }
        }
        let missing = titles.filter { !sources.contains("\"\($0)\"") }
        #expect(missing.isEmpty)
    }
}
