public import Foundation
public import SensibillSDK

/// Endpoints for folders whose responses an app's tests define.
///
/// A task whose closure is not set fails with ``FakeResponseMissing``.
public struct FakeFolders: FoldersEndpointsProvider {
    /// The version of the API.
    public var version = EndpointVersion.v2

    /// The response of a task that lists all folders, with totals formatted for a locale.
    public var list: @Sendable (Locale?) async throws -> SensibillAPIModel.GetFoldersListResponseDto =
        { _ in throw FakeResponseMissing("folders.list") }

    /// The response of a task that deletes folders and, if requested, their documents.
    public var deleteMany:
        @Sendable (
            SensibillAPIModel.FoldersDeleteRequestDto
        ) async throws -> SensibillAPIModel.Empty = { _ in
            throw FakeResponseMissing("folders.deleteMany")
        }

    /// The response of a task that creates a folder.
    public var create:
        @Sendable (
            SensibillAPIModel.FolderCreateRequestDto
        ) async throws -> SensibillAPIModel.FolderCreationResponseDto = { _ in
            throw FakeResponseMissing("folders.create")
        }

    /// The response of a task that changes the name or color of a folder.
    public var update:
        @Sendable (
            SensibillAPIModel.FolderUpdateRequestDto,
            String
        ) async throws -> SensibillAPIModel.Empty = { _, _ in
            throw FakeResponseMissing("folders.update")
        }

    /// The response of a task that deletes a folder and, if requested, its documents.
    public var delete:
        @Sendable (
            SensibillAPIModel.FolderDeleteRequestDto,
            String
        ) async throws -> SensibillAPIModel.Empty = { _, _ in
            throw FakeResponseMissing("folders.delete")
        }

    /// The response of a task that adds documents to a folder.
    public var addDocuments:
        @Sendable (
            SensibillAPIModel.AddOrRemoveDocumentsFromFolderDto,
            String
        ) async throws -> SensibillAPIModel.DocumentsAddedOrRemovedFromFolderResponseDto = { _, _ in
            throw FakeResponseMissing("folders.addDocuments")
        }

    /// The response of a task that removes documents from a folder.
    public var removeDocuments:
        @Sendable (
            SensibillAPIModel.AddOrRemoveDocumentsFromFolderDto,
            String
        ) async throws -> SensibillAPIModel.DocumentsAddedOrRemovedFromFolderResponseDto = { _, _ in
            throw FakeResponseMissing("folders.removeDocuments")
        }

    /// Creates endpoints without responses.
    public init() {}
}

extension FakeFolders {
    /// Creates a task that lists all folders, with totals formatted for a locale.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func folders(
        locale: Locale?
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetFoldersListResponseDto> {
        .init { [list] _ in try await list(locale) }
    }

    /// Creates a task that deletes folders and, if requested, their documents.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func folders(
        delete request: SensibillAPIModel.FoldersDeleteRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty> {
        .init { [deleteMany] _ in try await deleteMany(request) }
    }

    /// Creates a task that creates a folder.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func folder(
        create request: SensibillAPIModel.FolderCreateRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.FolderCreationResponseDto> {
        .init { [create] _ in try await create(request) }
    }

    /// Creates a task that changes the name or color of a folder.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func folder(
        update request: SensibillAPIModel.FolderUpdateRequestDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty> {
        .init { [update] _ in try await update(request, id) }
    }

    /// Creates a task that deletes a folder and, if requested, its documents.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func folder(
        delete request: SensibillAPIModel.FolderDeleteRequestDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty> {
        .init { [delete] _ in try await delete(request, id) }
    }

    /// Creates a task that adds documents to a folder.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func folder(
        addDocuments request: SensibillAPIModel.AddOrRemoveDocumentsFromFolderDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentsAddedOrRemovedFromFolderResponseDto> {
        .init { [addDocuments] _ in try await addDocuments(request, id) }
    }

    /// Creates a task that removes documents from a folder.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func folder(
        removeDocuments request: SensibillAPIModel.AddOrRemoveDocumentsFromFolderDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentsAddedOrRemovedFromFolderResponseDto> {
        .init { [removeDocuments] _ in try await removeDocuments(request, id) }
    }
}
