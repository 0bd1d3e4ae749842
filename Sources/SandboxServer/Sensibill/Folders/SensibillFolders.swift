import APIRuntime
import APIServer
import Foundation
import SensibillAPI

/// The operations of the tag "folders".
struct SensibillFolders: SensibillFoldersService {
    let store: SensibillStore

    /// Returns all folders with their sums.
    func list(
        locale: String? = nil,
        request: ServerRequest
    ) throws(GetFoldersError) -> ServerResponse<GetFoldersListResponseDto> {
        try store.asUser(request, GetFoldersError.self) { (user, now) throws(SensibillRefusal) in
            let known = SensibillTables.locales.first { $0.code == locale }?.code ?? user.locale
            return GetFoldersListResponseDto(folders: user.folders.map { user.item($0, locale: known, at: now) })
        }
    }

    /// Creates a folder.
    func create(
        body: FolderCreateRequestDto,
        request: ServerRequest
    ) throws(CreateFolderError) -> ServerResponse<FolderCreationResponseDto> {
        try store.asUser(request, CreateFolderError.self) { (user, now) throws(SensibillRefusal) in
            let name = try user.freeName(body.name, except: nil)
            let color = try Self.color(body.color)
            let id = store.nextID("fld")
            user.folders.append(StoredFolder(id: id, name: name, color: color, createdAt: now, updatedAt: now))
            return FolderCreationResponseDto(id: id)
        }
    }

    /// Deletes either all of the folders or none.
    func deleteMany(
        body: FoldersDeleteRequestDto,
        request: ServerRequest
    ) throws(DeleteFoldersError) -> ServerResponse<EmptyObjectResponseDto> {
        try store.asUser(request, DeleteFoldersError.self) { (user, _) throws(SensibillRefusal) in
            guard !body.folders.isEmpty else { throw .badRequest("The call names no folder.", .missingParameterError) }
            for id in body.folders { _ = try user.folderIndex(id) }
            for id in body.folders { user.removeFolder(id, withDocuments: body.deleteDocumentsOrDefault) }
            return EmptyObjectResponseDto()
        }
    }

    /// Changes the name or the colour of a folder.
    func update(
        folderId: String,
        body: FolderUpdateRequestDto,
        request: ServerRequest
    ) throws(UpsertFolderError) -> ServerResponse<EmptyObjectResponseDto> {
        try store.asUser(request, UpsertFolderError.self) { (user, now) throws(SensibillRefusal) in
            let index = try user.folderIndex(folderId)
            if let name = body.name { user.folders[index].name = try user.freeName(name, except: folderId) }
            if let color = body.color { user.folders[index].color = try Self.color(color) }
            user.folders[index].updatedAt = now
            return EmptyObjectResponseDto()
        }
    }

    /// Deletes a folder.
    func delete(
        folderId: String,
        body: FolderDeleteRequestDto? = nil,
        request: ServerRequest
    ) throws(DeleteFolderError) -> ServerResponse<EmptyObjectResponseDto> {
        try store.asUser(request, DeleteFolderError.self) { (user, _) throws(SensibillRefusal) in
            _ = try user.folderIndex(folderId)
            user.removeFolder(folderId, withDocuments: body?.deleteDocumentsOrDefault ?? false)
            return EmptyObjectResponseDto()
        }
    }

    /// Adds documents to a folder.
    func addDocuments(
        folderId: String,
        body: AddOrRemoveDocumentsFromFolderDto,
        request: ServerRequest
    ) throws(AddDocumentsToFolderError) -> ServerResponse<DocumentsAddedOrRemovedFromFolderResponseDto> {
        try store.asUser(request, AddDocumentsToFolderError.self) { (user, now) throws(SensibillRefusal) in
            try user.move(body.documentIds, isInside: true, folder: folderId, now)
        }
    }

    /// Removes documents from a folder.
    func removeDocuments(
        folderId: String,
        body: AddOrRemoveDocumentsFromFolderDto,
        request: ServerRequest
    ) throws(DeleteDocumentsFromFolderError) -> ServerResponse<DocumentsAddedOrRemovedFromFolderResponseDto> {
        try store.asUser(request, DeleteDocumentsFromFolderError.self) { (user, now) throws(SensibillRefusal) in
            try user.move(body.documentIds, isInside: false, folder: folderId, now)
        }
    }

    private static func color(_ text: String) throws(SensibillRefusal) -> String {
        guard let digits = StoredFolder.digits(of: text) else {
            throw .badRequest("The colour is not six hexadecimal digits.", .validationFailedError)
        }
        return digits
    }
}

extension SensibillUser {

    /// Returns a name after checking that no other folder has it.
    ///
    /// - Throws: A refusal with status 400 for an empty or long name, or 409 for one that is taken.
    fileprivate func freeName(_ name: String, except id: String?) throws(SensibillRefusal) -> String {
        guard 1...50 ~= name.count else { throw .badRequest("A name has 1 to 50 characters.", .validationFailedError) }
        if folders.contains(where: { $0.name == name && $0.id != id }) {
            throw .conflict("Another folder has this name.")
        }
        return name
    }

    fileprivate mutating func removeFolder(_ id: String, withDocuments: Bool) {
        folders.removeAll { $0.id == id }
        if withDocuments { removeDocuments { $0.isIn(folder: id) } }
        for index in documents.indices { documents[index].userMetadata.folders?.removeAll { $0 == id } }
    }

    /// Adds documents to a folder or removes them, and returns the number of changed documents.
    fileprivate mutating func move(
        _ ids: [String],
        isInside: Bool,
        folder: String,
        _ now: Date
    ) throws(SensibillRefusal) -> DocumentsAddedOrRemovedFromFolderResponseDto {
        let place = try folderIndex(folder)
        guard !ids.isEmpty else { throw .badRequest("The call names no document.", .missingParameterError) }
        let indices = ids.compactMap(documentIndex)
        guard indices.count == ids.count else { throw .notFound("The user does not have all of these documents.") }
        let changed = Set(indices).filter { documents[$0].isIn(folder: folder) != isInside }
        for index in changed {
            var folders = documents[index].userMetadata.folders ?? []
            if isInside { folders.append(folder) } else { folders.removeAll { $0 == folder } }
            documents[index].userMetadata.folders = folders
            documents[index].editedAt = now
        }
        folders[place].updatedAt = now
        return DocumentsAddedOrRemovedFromFolderResponseDto(updated: changed.count)
    }

    /// Returns a folder with the number of its documents and their sums, one for each currency.
    fileprivate func item(_ folder: StoredFolder, locale: String, at now: Date) -> FolderListItemDto {
        let inside = documents.filter { $0.isIn(folder: folder.id) }
        var sums: [String: (amount: Decimal, count: Int)] = [:]
        for content in inside.map({ $0.visibleContent(at: now) }) {
            guard let currency = content.currencyCode?.rawValue, let amount = content.total?.afterTax else { continue }
            sums[currency, default: (0, 0)].amount += amount
            sums[currency, default: (0, 0)].count += 1
        }
        return FolderListItemDto(
            id: folder.id,
            name: folder.name,
            color: folder.color,
            createdAt: folder.createdAt,
            updatedAt: folder.updatedAt,
            count: inside.count,
            totals: sums.sorted { $0.key < $1.key }.map { currency, sum in
                FolderListItemTotalsDto(
                    amount: sum.amount,
                    count: sum.count,
                    currencyCode: currency,
                    displayAmount: SensibillTables.display(sum.amount, currency: currency, locale: locale)
                )
            }
        )
    }
}
