import APIRuntime
import Foundation
import SensibillAPI
import SensibillSDK
import SensibillTesting

// region start
func start(
    _ user: String,
    tokens: any TokenProvider,
    observer: any DocumentUploadObserver
) async throws {
    let api = SensibillAPIClient.Configuration(
        baseUrl: "https://receipts.bank.example"
    )
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
    let uploads = SensibillSDK.shared.documentUploadService
    let metadata = DocumentMetadata(documentType: .receipt)
    return try uploads.add(source: jpeg, metadata: metadata).get()
}
// endregion

// region fake
/// A provider whose user has one document, and whose exports fail.
func makeFake() -> any SensibillAPIProvider {
    var documents = FakeDocuments()
    documents.list = { _, _, _ in
        .init(count: 1, documents: [.init(id: "document-1")])
    }
    var exports = FakeExports()
    exports.list = {
        throw SensibillAPIClient.TaskError.apiFailure(.internalServerError, nil)
    }
    return FakeSensibillProvider(documents: documents, exports: exports)
}
// endregion
