import APIRuntime
public import SensibillAPI

/// A folder with its documents.
public struct FolderWithDocuments: Hashable, Sendable {
    /// The folder.
    public let folder: SensibillAPIModel.FolderListItemDto

    /// The documents of the folder, newest first.
    public let documents: [SensibillAPIModel.DocumentListItemDto]
}

extension SensibillAPIProvider {
    /// Returns all folders of the user with their documents.
    ///
    /// - Parameter options: The options of each task; `nil` uses the client's default options.
    /// - Returns: The folders in the order of the service.
    /// - Throws: ``SensibillAPIClient/TaskError`` if a request fails, also if the user of the client changes meanwhile;
    ///   `CancellationError` if the task is cancelled.
    public func foldersWithDocuments(
        options: SensibillAPIClient.TaskOptions? = nil
    ) async throws -> [FolderWithDocuments] {
        try await CredentialOwner.sharing { try await readFolders(options) }
    }

    private func readFolders(_ options: SensibillAPIClient.TaskOptions?) async throws -> [FolderWithDocuments] {
        let task = try folders.folders()
        if let options { task.options = options }
        var result: [FolderWithDocuments] = []
        for folder in try await task.value().folders {
            var items: [SensibillAPIModel.DocumentListItemDto] = []
            // An empty folder needs no request.
            if folder.count > 0 {
                let pages = documents.pages(filter: .init(folder: [folder.id]), options: options)
                for try await page in pages { items += page.items }
            }
            result.append(FolderWithDocuments(folder: folder, documents: items))
        }
        return result
    }
}
