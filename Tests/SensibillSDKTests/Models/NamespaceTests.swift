import Foundation
import Testing

@Suite("Model namespace")
struct NamespaceTests {
    /// The models that apps need not name: bodies that the calls create themselves, and types with a handwritten form.
    private static let unnamed: Set<String> = [
        "AccessTokenRequestDto", "CurrencyCodeDto", "DocumentTimeDto", "DocumentsAddedOrRemovedFromFolderResponseDto",
        "GenericIdString", "GrantRedirect", "GrantResponseType", "GrantType", "JwtAuthenticateRequestDto",
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
        for file in ["SensibillAPIModel.swift", "NestedNames.swift"] {
            let text = try String(
                contentsOf: sources.appendingPathComponent("SensibillSDK/Models/\(file)"),
                encoding: .utf8
            )
            for line in text.split(separator: "\n") where line.contains("public typealias") {
                guard let target = line.split(separator: "=").last else { continue }
                named.insert(String(target.trimmingCharacters(in: .whitespaces).dropFirst("SensibillAPI.".count)))
            }
        }
        #expect(generated.count > 100)
        #expect(generated.subtracting(named).sorted() == Self.unnamed.sorted())
    }
}
