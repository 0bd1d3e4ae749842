import SensibillSDK

// Counterparts of the samples for the API client: the same types, calls, labels and closures, with different texts.

/// The code of an API client's user, step by step.
@MainActor
final class APIClientSamples {
    private(set) var log: [String] = []

    /// Obtains the client, selects a category, creates a task and executes it.
    func listDocuments(_ done: @escaping @MainActor () -> Void) {
        guard let apiClient = SensibillSDK.shared.apiClient else {
            log.append("not started")
            return done()
        }
        let documents = apiClient.documents
        do {
            let task = try documents.documents()
            task.execute { taskWithResult in
                switch taskWithResult.result {
                case .success(let model):
                    self.log.append("\(model.count) documents")
                case .failure(let error):
                    self.log.append("failed: \(error)")
                case .none:
                    self.log.append("no result")
                }
                done()
            }
        } catch {
            log.append("no task: \(error)")
            done()
        }
    }

    /// Lists documents in the shorter form.
    func listDocumentsShortly(_ apiClient: SensibillAPIProvider, _ done: @escaping @MainActor () -> Void) throws {
        try apiClient.documents.documents().execute { taskWithResult in
            if case .success(let model)? = taskWithResult.result {
                self.log.append("\(model.count) documents, shortly")
            }
            done()
        }
    }

    /// Lists documents with a task that renews the token once.
    func listDocumentsPatiently(_ apiClient: SensibillAPIProvider, _ done: @escaping @MainActor () -> Void) throws {
        let task = try apiClient.documents.documents()
        task.options.shouldRefreshTokenAndRetryOnStatusCode401 = true
        task.execute { finished in
            if case .success? = finished.result { self.log.append("listed with a renewed token") }
            done()
        }
    }

    /// Uses the types that the documentation names.
    func names(_ apiClient: SensibillAPIProvider) throws {
        let provider: DocumentsEndpointsProvider = apiClient.documents
        let task: SensibillAPIClient.Task<SensibillAPIModel.GetDocumentListResponseDto> = try provider.documents()
        let options: SensibillAPIClient.TaskOptions = task.options
        let result: Result<SensibillAPIModel.GetDocumentListResponseDto, Error>? = task.result
        log.append("pending: \(result == nil), renews: \(options.shouldRefreshTokenAndRetryOnStatusCode401)")
    }
}
