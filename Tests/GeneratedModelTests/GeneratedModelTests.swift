import Foundation
import Testing

@Suite("Generated models with the runtime and Foundation coders")
struct GeneratedModelTests {
    @Test("Anybill models", arguments: GeneratedModels.anybill.indices)
    func anybill(_ index: Int) throws { try GeneratedModels.anybill[index].run() }

    @Test("AppCoins models", arguments: GeneratedModels.appCoins.indices)
    func appCoins(_ index: Int) throws { try GeneratedModels.appCoins[index].run() }

    @Test("Sensibill models", arguments: GeneratedModels.sensibill.indices)
    func sensibill(_ index: Int) throws { try GeneratedModels.sensibill[index].run() }

    @Test("every model is listed", arguments: ["AnybillAPI", "AppCoinsAPI", "SensibillAPI"])
    func everyModelIsListed(_ module: String) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = root.appendingPathComponent("Sources/\(module)/Generated/Models")
        let lists = ["AnybillAPI": GeneratedModels.anybill, "AppCoinsAPI": GeneratedModels.appCoins]
        let listed = Set((lists[module] ?? GeneratedModels.sensibill).map(\.name))
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let text = try String(contentsOf: file, encoding: .utf8)
            for line in text.split(separator: "\n")
            where line.hasPrefix("public struct ") && line.contains(": JSONModel") {
                let name = line.dropFirst("public struct ".count).prefix { $0 != ":" }
                #expect(listed.contains(String(name)), "Add \(module).\(name) to GeneratedModels.swift.")
            }
        }
    }
}
