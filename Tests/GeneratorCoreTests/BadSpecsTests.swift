import Foundation
import GeneratorCore
import Testing
import YAMLReader

/// Tests of documents with one error each, and of their diagnostics.
@Suite("Invalid specs")
struct BadSpecsTests {

    private static let folder = "BadSpecs"

    /// The documents.
    ///
    /// Files in folders are parts of other documents.
    static let names = [".yaml", ".json"].flatMap { suffix in
        Fixtures.files(in: Fixtures.folder(folder), ending: suffix).filter { !$0.contains("/") }
    }

    /// Generates a module from one of the documents.
    static func run(_ name: String, continuesOnError: Bool = false, isStrict: Bool = true) throws -> Generator.Result {
        var options = ModuleOptions(module: "BadAPI", specName: name)
        options.isStrict = isStrict
        options.continuesOnError = continuesOnError
        // The generator only parses patterns if they are validated.
        options.validation = name.contains("pattern") ? .all : .off
        let bytes = try #require(Fixtures.bytes("\(folder)/\(name)"))
        let overlay = Fixtures.bytes("\(folder)/overlays/\(name)")
        let overlays = overlay.map { [InputFile(path: "overlays/\(name)", bytes: $0)] } ?? []
        return Generator(options: options).run(path: name, bytes: bytes, overlays: overlays) { path in
            Fixtures.bytes("\(folder)/\(path)")
        }
    }

    @Test("an error has its position and a hint, and stops the generation", arguments: names)
    func diagnostics(_ name: String) throws {
        let result = try Self.run(name)
        let printer = DiagnosticPrinter(files: result.sources)
        let printed = result.diagnostics.map { printer.print($0) + "\n" }.joined()
        #expect(!result.diagnostics.isEmpty)
        #expect(result.files.isEmpty == result.hasErrors)
        #expect(result.hasErrors == !(name.hasPrefix("warning") || name == "unknown-key.yaml"))
        let stem = name.split(separator: ".").dropLast().joined(separator: ".")
        let path = "\(Self.folder)/\(stem).txt"
        let expected = Fixtures.text(path)
        guard expected != printed else { return }
        let difference = TextDiff.firstDifference(expected: expected ?? "", actual: printed)
        Issue.record(
            "Tests/\(path) differs. To accept: RECORD=1 make test\nTests/\(Self.folder)/\(name)\n\(difference)"
        )
        if Fixtures.isRecording {
            try Fixtures.write(printed, to: path)
        }
    }

    @Test("a run that is not strict reads a slip in one way, and warns of it at the same location")
    func readings() throws {
        var lines: [String] = []
        for name in Self.names {
            let strict = try Self.run(name)
            guard strict.hasErrors else { continue }
            let lenient = try Self.run(name, isStrict: false)
            #expect(lenient.files.isEmpty == lenient.hasErrors, "\(name)")
            let known = Set(strict.diagnostics.map(\.range))
            for diagnostic in lenient.diagnostics where known.contains(diagnostic.range) {
                let start = diagnostic.range.start
                let place = "\(lenient.sources[diagnostic.range.file].path):\(start.line):\(start.column)"
                lines.append("\(place): \(diagnostic.severity.rawValue): \(diagnostic.message)")
            }
        }
        try Self.compare(lines, with: "readings.list")
    }

    @Test("a run with --keep-going omits invalid parts, lists them and reports the same errors")
    func keepingGoing() throws {
        var lines: [String] = []
        for name in Self.names {
            let plain = try Self.run(name)
            guard plain.hasErrors else { continue }
            let kept = try Self.run(name, continuesOnError: true)
            #expect(
                kept.diagnostics.filter { $0.severity == .error } == plain.diagnostics.filter { $0.severity == .error },
                "\(name)"
            )
            #expect(kept.files.isEmpty == kept.omitted.isEmpty, "\(name)")
            lines.append(
                "\(name): \(kept.omitted.isEmpty ? "nothing" : "without " + kept.omitted.map(\.name).joined(separator: ", "))"
            )
        }
        try Self.compare(lines, with: "keep-going.list")
    }

    /// Compares lines with a file, or rewrites the file.
    private static func compare(_ lines: [String], with name: String) throws {
        let printed = lines.joined(separator: "\n") + "\n"
        let path = "\(folder)/\(name)"
        let expected = Fixtures.text(path)
        guard expected != printed else { return }
        let difference = TextDiff.firstDifference(expected: expected ?? "", actual: printed)
        Issue.record("Tests/\(path) differs. To accept: RECORD=1 make test\n\(difference)")
        if Fixtures.isRecording {
            try Fixtures.write(printed, to: path)
        }
    }

    @Test("there are invalid specs, and every expectation belongs to one")
    func orphans() {
        let stems = Set(Self.names.map { $0.split(separator: ".").dropLast().joined(separator: ".") })
        let texts = Fixtures.files(in: Fixtures.folder(Self.folder), ending: ".txt").map { String($0.dropLast(4)) }
        #expect(Set(texts).subtracting(stems).isEmpty)
        #expect(stems.count > 70)
    }

    @Test("all errors of a document are reported in one run, in the order of their positions")
    func order() throws {
        let result = try Self.run("many-problems.yaml")
        let places = result.diagnostics.map { ($0.range.start.line, $0.range.start.column) }
        #expect(result.diagnostics.filter { $0.severity == .error }.count >= 8)
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
    }
}
