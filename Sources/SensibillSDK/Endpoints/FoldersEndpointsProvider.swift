public import SensibillAPI
public import Foundation

/// The endpoints for folders, which group documents of the current user.
///
/// All calls need the user token.
public protocol FoldersEndpointsProvider: EndpointsProvider {
    /// Creates a task that lists all folders, with totals formatted for a locale; `nil` uses the user's locale.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func folders(
        locale: Locale?
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetFoldersListResponseDto>

    /// Creates a task that deletes folders and, if requested, their documents.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func folders(
        delete request: SensibillAPIModel.FoldersDeleteRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty>

    /// Creates a task that creates a folder; names are unique for a user.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func folder(
        create request: SensibillAPIModel.FolderCreateRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.FolderCreationResponseDto>

    /// Creates a task that changes the name or color of a folder.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func folder(
        update request: SensibillAPIModel.FolderUpdateRequestDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty>

    /// Creates a task that deletes a folder and, if requested, its documents.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func folder(
        delete request: SensibillAPIModel.FolderDeleteRequestDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty>

    /// Creates a task that adds documents to a folder.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func folder(
        addDocuments request: SensibillAPIModel.AddOrRemoveDocumentsFromFolderDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentsAddedOrRemovedFromFolderResponseDto>

    /// Creates a task that removes documents from a folder.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func folder(
        removeDocuments request: SensibillAPIModel.AddOrRemoveDocumentsFromFolderDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentsAddedOrRemovedFromFolderResponseDto>
}

extension FoldersEndpointsProvider {
    /// Creates a task that lists all folders, with totals formatted for the user's locale.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` if the base URL cannot be used.
    public func folders() throws -> SensibillAPIClient.Task<SensibillAPIModel.GetFoldersListResponseDto> {
        try folders(locale: nil)
    }
}
