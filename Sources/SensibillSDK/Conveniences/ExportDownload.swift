public import SensibillAPI

/// Why an export gave no file.
public enum ExportFailure: Error, Hashable, Sendable {
    /// No document matched.
    case noDocumentsFound
    /// The service could not make the file.
    case failed
    /// The file was not ready within the time allowed; ask for it later by its id.
    case notReady(exportId: String)
}

extension ExportsEndpointsProvider {
    /// Makes an export, waits for it and downloads it.
    ///
    /// - Parameters:
    ///   - request: What to export, and into which formats; several give a ZIP.
    ///   - interval: Time between two questions whether it is ready.
    ///   - limit: Longest wait.
    ///   - clock: Measures both.
    ///   - options: Options of each task; `nil` takes the client's.
    /// - Returns: The file.
    /// - Throws: ``ExportFailure``, ``SensibillAPIClient/TaskError``, `CancellationError`.
    public func exportedFile(
        _ request: SensibillAPIModel.ExportCreateDto,
        interval: Duration = .seconds(2),
        limit: Duration = .seconds(120),
        clock: some Clock<Duration> = ContinuousClock(),
        options: SensibillAPIClient.TaskOptions? = nil
    ) async throws -> SensibillAPIModel.Binary {
        let created = try await value(of: try export(create: request), options)
        guard created.status != .noDocumentsFound else { throw ExportFailure.noDocumentsFound }
        let end = clock.now.advanced(by: limit)
        while true {
            let export = try await value(of: try export(statusForId: created.id), options)
            switch export.status {
            case .completed: return try await value(of: try contents(forExportId: created.id), options)
            case .failed: throw ExportFailure.failed
            case .noDocumentsFound: throw ExportFailure.noDocumentsFound
            case .queued, .running, .unknown: break
            }
            guard clock.now.advanced(by: interval) <= end else {
                throw ExportFailure.notReady(exportId: created.id)
            }
            try await clock.sleep(for: interval)
        }
    }

    private func value<Model>(
        of task: SensibillAPIClient.Task<Model>,
        _ options: SensibillAPIClient.TaskOptions?
    ) async throws -> Model {
        if let options { task.options = options }
        return try await task.value()
    }
}
