import APIRuntime
public import Foundation
public import SensibillAPI

/// An error for an export that produced no file.
public enum ExportFailure: Error, Hashable, Sendable {
    /// No document matches the criteria.
    case noDocumentsFound
    /// The service could not create the file.
    case failed
    /// The file was not ready before the time limit; download it later by its id.
    case notReady(exportId: String)
}

extension ExportsEndpointsProvider {
    /// Creates an export, waits until it is ready, and downloads it.
    ///
    /// - Parameters:
    ///   - request: The documents and formats to export; several formats produce a ZIP archive.
    ///   - interval: The time between two requests for the export's status.
    ///   - limit: The longest time to wait for the export.
    ///   - clock: The clock that measures both durations.
    ///   - options: The options of each task; `nil` uses the client's default options.
    /// - Returns: The exported file.
    /// - Throws: ``ExportFailure`` if the export produces no file; ``SensibillAPIClient/TaskError`` if a request
    ///   fails, also if the user of the client changes meanwhile; `CancellationError` if the task is cancelled.
    public func exportedFile(
        _ request: SensibillAPIModel.ExportCreateDto,
        interval: Duration = .seconds(2),
        limit: Duration = .seconds(120),
        clock: some Clock<Duration> = ContinuousClock(),
        options: SensibillAPIClient.TaskOptions? = nil
    ) async throws -> SensibillAPIModel.Binary {
        try await CredentialOwner.sharing {
            try await export(request, every: interval, for: limit, on: clock, options)
        }
    }

    private func export(
        _ request: SensibillAPIModel.ExportCreateDto,
        every interval: Duration,
        for limit: Duration,
        on clock: some Clock<Duration>,
        _ options: SensibillAPIClient.TaskOptions?
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
            try await clock.sleep(for: interval.sleepable)
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

extension ExportFailure: LocalizedError {
    /// The reason, in one sentence, and a remedy if there is one.
    public var errorDescription: String? {
        switch self {
        case .noDocumentsFound: "No document matches the criteria of the export."
        case .failed: "The service could not create the export."
        case .notReady(let exportId): "The export \(exportId) was not ready in time. Download it later."
        }
    }
}
