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
            options.continuesOnError = number.isMultiple(of: 2)
            let result = Generator(options: options).run(path: "changed.json", bytes: document)
            check(result, seed, file.lastPathComponent)
        }
    }

    private func check(_ result: Generator.Result, _ seed: UInt64, _ name: String) {
        let isWhole = result.omitted.isEmpty
        #expect(!isWhole || result.files.isEmpty == result.hasErrors, "seed \(seed) of \(name)")
        #expect(Set(result.files.map { $0.path.lowercased() }).count == result.files.count, "seed \(seed) of \(name)")
        let printer = DiagnosticPrinter(files: result.sources)
        #expect(result.diagnostics.allSatisfy { !printer.print($0).isEmpty }, "seed \(seed) of \(name)")
        // A finding is told once.
        let told = result.diagnostics.map { printer.print($0) }
        #expect(Set(told).count == told.count, "seed \(seed) of \(name)")
    }
}

/// The whole generator with documents that were made at random.
///
/// What follows a circle without end exhausts the stack, which ends the process; work without bound does not end. So a
/// run that ends is what these tests look for. `DOCUMENTS` is the number of documents, `SEED` the first seed.
@Suite("Random specs")
struct RandomSpecTests {

    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["DOCUMENTS"].flatMap { UInt64($0) } ?? 150
    private static let firstSeed = environment["SEED"].flatMap { UInt64($0) } ?? 1

    @Test("a document of schemas that hold each other gives files or errors")
    func documents() {
        var withFiles = 0
        for seed in Self.firstSeed..<Self.firstSeed + Self.count {
            var spec = RandomSpec(seed: seed)
            let document = spec.document()
            if let folder = Self.environment["DOCUMENT_FOLDER"] {
                // What does not end, or ends the process, is the last one.
                try? document.write(toFile: folder + "/\(seed).json", atomically: true, encoding: .utf8)
            }
            var options = ModuleOptions(module: "RandomAPI", specName: "random.json")
            options.hasMocks = seed.isMultiple(of: 2)
            options.continuesOnError = !seed.isMultiple(of: 5)
            let result = Generator(options: options).run(path: "random.json", bytes: Array(document.utf8))
            #expect(result.hasErrors || !result.files.isEmpty, "seed \(seed)")
            withFiles += result.files.isEmpty ? 0 : 1
        }
        // Documents that all end with an error would try nothing.
        #expect(withFiles > Int(Self.count) / 4)
    }
}
