import Foundation
import SensibillAPI

/// What the queue asks of the service.
protocol UploadAPI: Sendable {
    /// Sends a document.
    ///
    /// - Returns: Its id at the service.
    func upload(_ record: UploadRecord, content: Data) async throws(UploadFailure) -> String

    /// Asks how far the reading of documents is.
    ///
    /// - Parameters:
    ///   - ids: 1 to 10 ids of the service.
    ///   - timeout: Longest wait in seconds for one of them to be done.
    /// - Returns: Whether it was read, for those that are done.
    /// - Throws: What the failure means for the documents.
    func outcomes(of ids: [String], timeout: Int) async throws(UploadFailure) -> [String: Bool]
}

extension UploadFailure: Error {}

/// The service, asked through the tasks of a provider.
struct LiveUploadAPI: UploadAPI {
    let provider: any SensibillAPIProvider

    func upload(_ record: UploadRecord, content: Data) async throws(UploadFailure) -> String {
        try await run {
            let metadata = record.metadata
            let hasAccount = metadata.accountNumber != nil || metadata.accountTransactionID != nil
            let request = SensibillAPIModel.DocumentCreationRequestDto(
                sourceFile: try SensibillAPIModel.SourceFile(data: content),
                documentType: metadata.documentType,
                foreignId: record.sourceId,
                description: metadata.documentDescription,
                accountMetadata: hasAccount
                    ? .init(account: metadata.accountNumber, transactionId: metadata.accountTransactionID) : nil
            )
            return try provider.documents.document(create: request)
        }
        .id
    }

    func outcomes(of ids: [String], timeout: Int) async throws(UploadFailure) -> [String: Bool] {
        let response = try await run { try provider.documents.documents(status: .init(ids: ids), timeout: timeout) }
        var outcomes: [String: Bool] = [:]
        for document in response.documents {
            switch document.status {
            case .completedSuccess: outcomes[document.id] = true
            case .completedFailed: outcomes[document.id] = false
            default: break
            }
        }
        // The service does not know the document any more: nothing will come of it.
        for error in response.errors ?? [] { outcomes[error.id] = false }
        return outcomes
    }

    private func run<Model>(
        _ make: () throws -> SensibillAPIClient.Task<Model>
    ) async throws(UploadFailure) -> Model {
        do {
            let task = try make()
            task.options.shouldRefreshTokenAndRetryOnStatusCode401 = true
            return try await task.value()
        } catch let error as SensibillAPIClient.TaskError {
            throw UploadFailure(error)
        } catch is CancellationError {
            throw .stopped
        } catch let error as SensibillAPIModel.SourceFileError {
            throw .permanent(cause: error.errorDescription ?? "The file cannot be uploaded.")
        } catch {
            throw .passing(cause: "\(type(of: error))")
        }
    }
}
