import Foundation
import SensibillAPI
import SensibillSDK

// region start
func start(_ user: String, tokens: any TokenProvider, observer: any DocumentUploadObserver) async throws {
    let api = SensibillAPIClient.Configuration(baseUrl: "https://receipts.bank.example")
    try await SensibillSDK.start(
        userIdentifier: user,
        tokenProvider: tokens,
        configuration: SensibillSDK.Configuration(api: api)
    )
    SensibillSDK.addObserver(observer, for: "list")
}
// endregion

// region upload
func upload(_ jpeg: Data) throws -> String {
    try SensibillSDK.shared.documentUploadService.add(source: jpeg, metadata: .init(documentType: .receipt)).get()
}
// endregion
