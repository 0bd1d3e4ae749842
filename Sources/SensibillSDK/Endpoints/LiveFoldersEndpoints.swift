import Foundation
import SensibillAPI

struct LiveFoldersEndpoints: FoldersEndpointsProvider {
    let endpoints: LiveEndpoints
    var version: EndpointVersion { .v2 }

    func folders(
        locale: Locale?
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetFoldersListResponseDto> {
        let code = try InputCheck.code(of: locale)
        return try endpoints.task(.user) { try await $0.folders.list(locale: code) }
    }

    func folders(
        delete request: SensibillAPIModel.FoldersDeleteRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty> {
        try InputCheck.ids(request.folders, "Folder ids", count: 1...Int.max)
        return try endpoints.task(.user) { try await $0.folders.deleteMany(body: request) }
    }

    func folder(
        create request: SensibillAPIModel.FolderCreateRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.FolderCreationResponseDto> {
        try InputCheck.nonEmpty(request.name, "A folder's name")
        try InputCheck.color(request.color)
        return try endpoints.task(.user) { try await $0.folders.create(body: request) }
    }

    func folder(
        update request: SensibillAPIModel.FolderUpdateRequestDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty> {
        try InputCheck.id(id, "A folder id")
        try InputCheck.require(request.name != "", "A folder's name must not be empty.")
        try InputCheck.color(request.color)
        return try endpoints.task(.user) { try await $0.folders.update(folderId: id, body: request) }
    }

    func folder(
        delete request: SensibillAPIModel.FolderDeleteRequestDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty> {
        try InputCheck.id(id, "A folder id")
        return try endpoints.task(.user) { try await $0.folders.delete(folderId: id, body: request) }
    }

    func folder(
        addDocuments request: SensibillAPIModel.AddOrRemoveDocumentsFromFolderDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentsAddedOrRemovedFromFolderResponseDto> {
        try InputCheck.id(id, "A folder id")
        try InputCheck.ids(request.documentIds, "Document ids", count: 1...Int.max)
        return try endpoints.task(.user) { try await $0.folders.addDocuments(folderId: id, body: request) }
    }

    func folder(
        removeDocuments request: SensibillAPIModel.AddOrRemoveDocumentsFromFolderDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentsAddedOrRemovedFromFolderResponseDto> {
        try InputCheck.id(id, "A folder id")
        try InputCheck.ids(request.documentIds, "Document ids", count: 1...Int.max)
        return try endpoints.task(.user) { try await $0.folders.removeDocuments(folderId: id, body: request) }
    }
}
