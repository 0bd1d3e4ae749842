import Foundation
import GeneratorCore
import Testing
import YAMLReader

/// The whole generator with documents that were changed at random.
///
/// `make fuzz` runs many more of them: `MUTATIONS` is their number for each document, `SEED` the first seed, and
/// `CORPUS` a folder with more documents.
@Suite("Random changes to specs")
struct SpecMutationTests {

    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["MUTATIONS"].flatMap { Int($0) } ?? 12
    private static let firstSeed = environment["SEED"].flatMap { UInt64($0) } ?? 1

    /// The repository's own documents, and those of a corpus where there is one.
    private static let documents: [URL] = {
        var files = ["notes", "shop", "hostile"].map { Fixtures.folder("Golden").appendingPathComponent($0 + ".yaml") }
        let specs = Fixtures.tests.deletingLastPathComponent().appendingPathComponent("Specs")
        files += Fixtures.files(in: specs, ending: ".yaml").filter { $0 != "specwright.yaml" }
            .map { specs.appendingPathComponent($0) }
        if let corpus = environment["CORPUS"], !corpus.isEmpty {
            let folder = URL(fileURLWithPath: corpus)
            files += [".yaml", ".json"].flatMap { Fixtures.files(in: folder, ending: $0) }
                .map { folder.appendingPathComponent($0) }
        }
        return files
    }()

    @Test("a changed spec gives files or errors, within bounds, whatever was changed", arguments: documents)
    func changes(_ file: URL) throws {
        let bytes = [UInt8](try Data(contentsOf: file))
        let root = try #require(readDocument(SourceFile(path: file.lastPathComponent, bytes: bytes)).root)
        for number in 0..<Self.count {
            let seed = Self.firstSeed + UInt64(number)
            var mutator = SpecMutator(numbers: SeededNumbers(state: seed))
            let document = mutator.changed(root)
            var options = ModuleOptions(module: "ChangedAPI", specName: "changed.json")
            options.hasMocks = true
            options.isStrict = number.isMultiple(of: 3)
            options.keepsGoing = number.isMultiple(of: 2)
            let result = Generator(options: options).run(path: "changed.json", bytes: document)
            check(result, seed, file.lastPathComponent)
        }
    }

    private func check(_ result: Generator.Result, _ seed: UInt64, _ name: String) {
        let isWhole = result.leftOut.isEmpty
        #expect(!isWhole || result.files.isEmpty == result.hasErrors, "seed \(seed) of \(name)")
        #expect(Set(result.files.map { $0.path.lowercased() }).count == result.files.count, "seed \(seed) of \(name)")
        let printer = DiagnosticPrinter(files: result.sources)
        #expect(result.diagnostics.allSatisfy { !printer.print($0).isEmpty }, "seed \(seed) of \(name)")
        // A finding is told once.
        let told = result.diagnostics.map { printer.print($0) }
        #expect(Set(told).count == told.count, "seed \(seed) of \(name)")
    }
}
