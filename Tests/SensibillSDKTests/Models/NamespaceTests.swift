import Foundation
import Testing

@Suite("Model namespace")
struct NamespaceTests {
    /// The models that apps need not name: bodies that the calls create themselves, and types with a handwritten form.
    ///
    /// Listed here as well as in `Specs/sensibill-names.json`, so that no model loses its name by mistake.
    private static let unnamed: Set<String> = [
        "AccessTokenRequestDto", "CurrencyCodeDto", "DocumentTimeDto", "GenericIdString", "GrantRedirect",
        "GrantResponseType", "GrantType", "JwtAuthenticateRequestDto",
        "PasswordStrengthRequestDto", "ReceiptEditRequestDto", "RegistrationFolderV1Dto", "UserRequestV1Dto",
    ]

    @Test("every generated model has its name in the documented namespace, except those that apps need not name")
    func complete() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")
        let folder = sources.appendingPathComponent("SensibillAPI/Generated/Models")
        let generated = Set(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
                .map { String($0.dropLast(".swift".count)) }
        )
        var named: Set<String> = []
        for file in ["SensibillAPIModel+Models.swift", "NestedNames.swift"] {
            let text = try String(
                contentsOf: sources.appendingPathComponent("SensibillSDK/Generated/\(file)"),
                encoding: .utf8
            )
            // A long name is broken before the dot.
            for line in text.replacing("\n        .", with: ".").split(separator: "\n")
            where line.contains("public typealias") {
                guard let target = line.split(separator: "=").last else { continue }
                named.insert(String(target.trimmingCharacters(in: .whitespaces).dropFirst("SensibillAPI.".count)))
            }
        }
        #expect(generated.count > 100)
        #expect(generated.subtracting(named).sorted() == Self.unnamed.sorted())
    }
}
