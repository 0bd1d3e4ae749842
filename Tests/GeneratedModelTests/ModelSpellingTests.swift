import Foundation
import SpecConformance
import Testing

/// Tests of the bytes that models write, by a check that reads only the specification.
@Suite("Documented spelling of written models")
struct ModelSpellingTests {
    @Test("models of Anybill write random documents in their documented spelling, and read them back equal")
    func anybill() throws { try Service.anybill.check(seeds: Self.seeds) }

    @Test("models of AppCoins write random documents in their documented spelling, and read them back equal")
    func appCoins() throws { try Service.appCoins.check(seeds: Self.seeds) }

    @Test("models of Sensibill write random documents in their documented spelling, and read them back equal")
    func sensibill() throws { try Service.sensibill.check(seeds: Self.seeds) }

    @Test("every example of the specifications is valid, and is decoded and encoded to an equal value")
    func examples() throws {
        var count = 0
        for service in [Service.anybill, .appCoins, .sensibill] {
            let spec = try ConformanceSpec(named: service.spec)
            let models = try service.models()
            for (pointer, json) in spec.examples() {
                let text = String(decoding: json, as: UTF8.self)
                // A service may send more digits of a second than a client or the sandbox.
                #expect(spec.violations(of: json, schema: pointer, fractionDigits: 9) == [], "\(pointer): \(text)")
                guard let model = models[pointer] else { continue }
                count += 1
                try expectRoundTrip(of: json, pointer, model, spec)
            }
        }
        #expect(count > 50)
    }

    /// The seeds of this run: `SPELLING_SEEDS` of them, or a few.
    private static var seeds: Range<UInt64> {
        0..<(ProcessInfo.processInfo.environment["SPELLING_SEEDS"].flatMap { UInt64($0) } ?? 5)
    }
}

/// Expects that a model writes a valid document in its documented spelling, equal to the one that it read.
private func expectRoundTrip(
    of json: [UInt8],
    _ pointer: String,
    _ model: any ModelTrial,
    _ spec: ConformanceSpec
) throws {
    let written = try model.roundTrip(json)
    let texts =
        "\(pointer): \(String(decoding: json, as: UTF8.self)) becomes \(String(decoding: written, as: UTF8.self))"
    let violations = spec.violations(of: written, schema: pointer)
    #expect(violations == [], "\(texts)")
    let isEqual = ConformanceSpec.areEqual(json, written)
    #expect(isEqual, "\(texts)")
    let isStable = ConformanceSpec.areEqual(try model.roundTrip(written), written)
    #expect(isStable, "\(texts), and then another document")
}

/// A service with its models.
private struct Service {
    let spec: String
    let module: String
    let trials: [any ModelTrial]

    static let anybill = Service(spec: "anybill", module: "AnybillAPI", trials: GeneratedModels.anybill)
    static let appCoins = Service(spec: "appcoins", module: "AppCoinsAPI", trials: GeneratedModels.appCoins)
    static let sensibill = Service(spec: "sensibill", module: "SensibillAPI", trials: GeneratedModels.sensibill)

    /// Returns the models by the locations of their schemas, which the generated comments state.
    func models() throws -> [String: any ModelTrial] {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = package.appendingPathComponent("Sources/\(module)/Generated/Models")
        let trials = Dictionary(uniqueKeysWithValues: trials.map { ($0.name, $0) })
        var found: [String: any ModelTrial] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            var source: String?
            for line in lines {
                if line.hasPrefix("/// - Remark: Source `") {
                    source = line.split(separator: "`").dropFirst().first.map(String.init)
                }
                guard line.hasPrefix("public struct "), let pointer = source else { continue }
                let name = line.dropFirst("public struct ".count).prefix { $0 != ":" }
                found[pointer] = trials[String(name)]
                source = nil
            }
        }
        return found
    }

    /// Checks documents that are random and valid.
    func check(seeds: Range<UInt64>) throws {
        let spec = try ConformanceSpec(named: spec)
        let models = try models().sorted { $0.key < $1.key }
        #expect(models.count > 15)
        for (pointer, model) in models {
            for seed in seeds {
                var documents = RandomDocument(spec: spec, random: SeededGenerator(seed: seed))
                let json = documents.json(for: pointer)
                let text = String(decoding: json, as: UTF8.self)
                // The documents are valid, so every difference is one of the model.
                try #require(spec.violations(of: json, schema: pointer) == [], "\(pointer), seed \(seed): \(text)")
                try expectRoundTrip(of: json, pointer, model, spec)
            }
        }
    }
}
