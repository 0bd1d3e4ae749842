public import SensibillAPI
public import Foundation

/// Groups of documents of the current user.
///
/// All calls need the user token.
public protocol FoldersEndpointsProvider: EndpointsProvider {
    /// All folders, with totals spelled for a locale; `nil` takes the user's own.
    func folders(
        locale: Locale?
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetFoldersListResponseDto>

    /// Deletes folders, and their documents where asked for.
    func folders(
        delete request: SensibillAPIModel.FoldersDeleteRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty>

    /// Creates a folder; names are unique for a user.
    func folder(
        create request: SensibillAPIModel.FolderCreateRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.FolderCreationResponseDto>

    /// Changes name or color of a folder.
    func folder(
        update request: SensibillAPIModel.FolderUpdateRequestDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty>

    /// Deletes a folder, and its documents where asked for.
    func folder(
        delete request: SensibillAPIModel.FolderDeleteRequestDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty>

    /// Puts documents into a folder.
    func folder(
        addDocuments request: SensibillAPIModel.AddOrRemoveDocumentsFromFolderDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentsAddedOrRemovedFromFolderResponseDto>

    /// Takes documents out of a folder.
    func folder(
        removeDocuments request: SensibillAPIModel.AddOrRemoveDocumentsFromFolderDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentsAddedOrRemovedFromFolderResponseDto>
}

extension FoldersEndpointsProvider {
    /// All folders, with totals spelled for the user's own locale.
    public func folders() throws -> SensibillAPIClient.Task<SensibillAPIModel.GetFoldersListResponseDto> {
        try folders(locale: nil)
    }
}
