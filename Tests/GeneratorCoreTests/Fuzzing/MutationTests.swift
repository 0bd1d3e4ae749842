import Foundation
import GeneratorCore
import SeededTesting
import Testing
import YAMLReader

/// Tests of the whole generator with randomly mutated documents.
///
/// `make fuzz` runs many more of them. `MUTATIONS` is their number for each document, `SEED` the first seed, and
/// `CORPUS` a folder with more documents.
@Suite("Random changes to specs")
struct SpecMutationTests {

    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["MUTATIONS"].flatMap { Int($0) } ?? 12
    private static let firstSeed = environment["SEED"].flatMap { UInt64($0) } ?? 1

    /// The documents of the repository, and those of a corpus if there is one.
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

    @Test("a changed spec results in files or errors within the time limit", arguments: documents)
    func changes(_ file: URL) throws {
        let bytes = [UInt8](try Data(contentsOf: file))
        let root = try #require(readDocument(SourceFile(path: file.lastPathComponent, bytes: bytes)).root)
        for number in 0..<Self.count {
            let seed = Self.firstSeed + UInt64(number)
            var mutator = SpecMutator(numbers: SeededRandom(seed: seed))
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
        // Each diagnostic is reported once.
        let told = result.diagnostics.map { printer.print($0) }
        #expect(Set(told).count == told.count, "seed \(seed) of \(name)")
    }
}

/// Tests of the whole generator with random documents.
///
/// An endless cycle exhausts the stack, which terminates the process, and unbounded work does not end. Therefore these
/// tests only check that each run ends. `DOCUMENTS` is the number of documents, `SEED` the first seed.
@Suite("Random specs")
struct RandomSpecTests {

    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["DOCUMENTS"].flatMap { UInt64($0) } ?? 150
    private static let firstSeed = environment["SEED"].flatMap { UInt64($0) } ?? 1

    @Test("a document of mutually recursive schemas results in files or errors")
    func documents() {
        var withFiles = 0
        for seed in Self.firstSeed..<Self.firstSeed + Self.count {
            var spec = RandomSpec(seed: seed)
            let document = spec.document()
            if let folder = Self.environment["DOCUMENT_FOLDER"] {
                // The last document is the one that crashes or does not end.
                try? document.write(toFile: folder + "/\(seed).json", atomically: true, encoding: .utf8)
            }
            var options = ModuleOptions(module: "RandomAPI", specName: "random.json")
            options.hasMocks = seed.isMultiple(of: 2)
            options.continuesOnError = !seed.isMultiple(of: 5)
            let result = Generator(options: options).run(path: "random.json", bytes: Array(document.utf8))
            #expect(result.hasErrors || !result.files.isEmpty, "seed \(seed)")
            withFiles += result.files.isEmpty ? 0 : 1
        }
        // If all documents had errors, the test would be useless.
        #expect(withFiles > Int(Self.count) / 4)
    }
}
