import Foundation
import SensibillAPI

/// The operations of the service that the upload queue uses.
protocol UploadAPI: Sendable {
    /// Uploads a document.
    ///
    /// - Returns: The document's id at the service.
    func upload(_ record: UploadRecord, content: Data) async throws(UploadFailure) -> String

    /// Waits for the transfer of a document that an earlier attempt has passed to the system.
    ///
    /// - Returns: The document's id at the service; `nil` if no transfer is in progress.
    func transferredDocument(_ record: UploadRecord, content: Data) async throws(UploadFailure) -> String?

    /// Returns whether the system transfers a document, or has stored it with a response that was not used.
    func hasTransfer(of sourceId: String) async -> Bool

    /// Cancels the transfer of a document that the app has removed.
    func cancelTransfer(_ sourceId: String) async

    /// Finds a document that an earlier attempt may have uploaded.
    ///
    /// - Returns: The document's id at the service; `nil` if the service does not have it.
    func uploadedDocument(_ sourceId: String) async throws(UploadFailure) -> String?

    /// Requests the processing status of documents.
    ///
    /// - Parameters:
    ///   - ids: 1 to 10 document ids of the service.
    ///   - timeout: The longest time in seconds that the service waits for one of them to be processed.
    /// - Returns: The outcomes by document id, without the documents that are being read.
    /// - Throws: The effect of the failure on the documents.
    func outcomes(of ids: [String], timeout: Int) async throws(UploadFailure) -> [String: StatusOutcome]
}

extension UploadAPI {
    func transferredDocument(_ record: UploadRecord, content: Data) async throws(UploadFailure) -> String? { nil }
    func hasTransfer(of sourceId: String) async -> Bool { false }
    func cancelTransfer(_ sourceId: String) async {}
}

/// The information about a document in a status response.
enum StatusOutcome: Equatable, Sendable {
    /// The service has read the document.
    case success
    /// The service could not read the document.
    case failure
    /// The service has reported an error instead of a status.
    case error
}

/// An upload API that executes the tasks of a provider.
struct LiveUploadAPI: UploadAPI {
    let provider: any SensibillAPIProvider
    /// The desk at which documents are passed to the system; `nil` sends them with the provider's transport.
    var desk: TransferDesk?

    func upload(_ record: UploadRecord, content: Data) async throws(UploadFailure) -> String {
        try await create(record, content, mayStart: true)
    }

    func hasTransfer(of sourceId: String) async -> Bool {
        guard let desk else { return false }
        return await desk.hasTransfer(of: sourceId)
    }

    func transferredDocument(_ record: UploadRecord, content: Data) async throws(UploadFailure) -> String? {
        guard await hasTransfer(of: record.sourceId) else { return nil }
        return try await create(record, content, mayStart: false)
    }

    func cancelTransfer(_ sourceId: String) async {
        await desk?.cancel(sourceId)
    }

    private func create(
        _ record: UploadRecord,
        _ content: Data,
        mayStart: Bool
    ) async throws(UploadFailure) -> String {
        let scope = desk.map { _ in TransferScope(record.sourceId, mayStart: mayStart) }
        return try await run {
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
            return try TransferScope.$current.withValue(scope) { try provider.documents.document(create: request) }
        }
        .id
    }

    func uploadedDocument(_ sourceId: String) async throws(UploadFailure) -> String? {
        let found = try await run(usesCache: false) {
            try provider.documents.documents(filter: .init(foreignId: [sourceId]))
        }
        return found.documents?.first { $0.foreignId == sourceId }?.id
    }

    func outcomes(of ids: [String], timeout: Int) async throws(UploadFailure) -> [String: StatusOutcome] {
        // One id that cannot be sent must not hide the status of the other documents.
        let ids = ids.filter { (try? InputCheck.id($0, "A document id")) != nil }
        guard !ids.isEmpty else { return [:] }
        let response = try await run(usesCache: false) {
            try provider.documents.documents(status: .init(ids: ids), timeout: timeout)
        }
        var outcomes: [String: StatusOutcome] = [:]
        for error in response.errors ?? [] { outcomes[error.id] = .error }
        // A status says more than an error.
        for document in response.documents {
            switch document.status {
            case .completedSuccess: outcomes[document.id] = .success
            case .completedFailed: outcomes[document.id] = .failure
            default: outcomes[document.id] = nil
            }
        }
        return outcomes
    }

    private func run<Model>(
        usesCache: Bool = true,
        _ make: () throws -> SensibillAPIClient.Task<Model>
    ) async throws(UploadFailure) -> Model {
        do {
            let task = try make()
            task.options.shouldRefreshTokenAndRetryOnStatusCode401 = true
            return try await TaskRunner.$isForQueue.withValue(true) {
                try await TaskRunner.$usesCache.withValue(usesCache) { try await task.value() }
            }
        } catch let error as SensibillAPIClient.TaskError {
            throw UploadFailure(error)
        } catch is CancellationError {
            // A transport or a token provider may report its own cancellation.
            throw Task.isCancelled ? .stopped : .unknown
        } catch let error as SensibillAPIModel.SourceFileError {
            throw .refused(cause: error.errorDescription ?? "The file cannot be uploaded.")
        } catch {
            throw .unknown
        }
    }
}
