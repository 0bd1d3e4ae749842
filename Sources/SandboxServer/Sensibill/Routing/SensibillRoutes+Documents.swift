import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import SensibillAPI

extension SensibillRoutes {

    func addDocuments(_ documents: SensibillDocuments) {
        let path = "/api/v2/documents"
        on(.get, path, "getDocuments", .user, query: DocumentFilter.parameterNames) { input, query in
            try documents.list(
                limit: query.value("limit") { Int($0) },
                offset: query.value("offset") { Int($0) },
                sortBy: query.text("sortBy").map(SortBy.init(rawValue:)),
                orderBy: query.text("orderBy").map(OrderBy.init(rawValue:)),
                filter: DocumentFilter(query),
                request: input.request
            ).raw
        }
        on(.post, path, "postDocument", .user) { input, _ in
            try documents.create(body: Upload(input.parts), request: input.request).raw
        }
        on(.delete, path, "deleteDocuments", .user) { input, _ in
            try documents.deleteMany(body: input.sensibillBody(), request: input.request).raw
        }
        on(.get, "\(path)/status", "getDocumentsStatus", .user, query: ["id", "timeout"]) { input, query in
            try await documents.status(
                ids: query.texts("id") ?? [],
                timeout: query.value("timeout") { Int($0) },
                request: input.request
            ).raw
        }
        on(.get, "\(path)/{id}", "getDocumentById", .user) { input, _ in
            try documents.get(id: input.path("id"), request: input.request).raw
        }
        on(.patch, "\(path)/{id}", "editDocument", .user) { input, _ in
            try documents.edit(id: input.path("id"), body: input.sensibillBody(), request: input.request).raw
        }
        on(.get, "\(path)/{id}/image", "documentImage", .user) { input, _ in
            try documents.image(id: input.path("id"), request: input.request).raw("image/jpeg")
        }
        on(.get, "\(path)/{id}/pdf", "documentPdf", .user) { input, _ in
            try documents.pdf(id: input.path("id"), request: input.request).raw("application/pdf")
        }
    }

    func addReceipts(_ receipts: SensibillReceipts) {
        on(.put, "/api/v1/receipt/{id}/edit", "updateReceiptEdit", .user) { input, _ in
            try receipts.edit(id: input.path("id"), body: input.sensibillBody(), request: input.request).raw
        }
    }

    func addExports(_ exports: SensibillExports) {
        on(.post, "/api/v2/exports", "createExport", .user) { input, _ in
            try exports.create(body: input.sensibillBody(), request: input.request).raw
        }
        on(.get, "/api/v2/exports", "getExports", .user) { input, _ in
            try exports.list(request: input.request).raw
        }
        on(.get, "/api/v2/exports/{id}", "getExportById", .user) { input, _ in
            try exports.get(id: input.path("id"), request: input.request).raw
        }
        on(.get, "/api/v2/exports/{id}/contents", "getExportContents", .user) { input, _ in
            let reply = try exports.contents(id: input.path("id"), request: input.request)
            return Reply(reply.body.bytes, status: reply.status, headers: reply.headers).raw(reply.body.contentType)
        }
    }

    func addFolders(_ folders: SensibillFolders) {
        let path = "/api/v2/folders"
        on(.get, path, "getFolders", .user, query: ["locale"]) { input, query in
            try folders.list(locale: query.text("locale"), request: input.request).raw
        }
        on(.post, path, "createFolder", .user) { input, _ in
            try folders.create(body: input.sensibillBody(), request: input.request).raw
        }
        on(.put, "\(path)/{folderId}", "upsertFolder", .user) { input, _ in
            try folders.update(
                folderId: input.path("folderId"),
                body: input.sensibillBody(),
                request: input.request
            ).raw
        }
        on(.put, "\(path)/{folderId}/documents", "addDocumentsToFolder", .user) { input, _ in
            try folders.addDocuments(
                folderId: input.path("folderId"),
                body: input.sensibillBody(),
                request: input.request
            ).raw
        }
        addFolderDeletions(folders, path)
    }

    /// Deletions take their members from a body, or from the query when there is no body.
    private func addFolderDeletions(_ folders: SensibillFolders, _ path: String) {
        on(.delete, path, "deleteFolders", .user, query: ["folders", "deleteDocuments"]) { input, query in
            let body =
                try input.body.isEmpty
                ? FoldersDeleteRequestDto(
                    folders: query.ids("folders"),
                    deleteDocuments: query.value("deleteDocuments") { Bool($0) } ?? false
                ) : input.sensibillBody()
            return try folders.deleteMany(body: body, request: input.request).raw
        }
        on(.delete, "\(path)/{folderId}", "deleteFolder", .user, query: ["deleteDocuments"]) { input, query in
            let body: FolderDeleteRequestDto? =
                try input.body.isEmpty
                ? query.value("deleteDocuments") { Bool($0) }.map { FolderDeleteRequestDto(deleteDocuments: $0) }
                : input.sensibillBody()
            return try folders.delete(folderId: input.path("folderId"), body: body, request: input.request).raw
        }
        let documents = "\(path)/{folderId}/documents"
        on(.delete, documents, "deleteDocumentsFromFolder", .user, query: ["documentIds"]) { input, query in
            let body =
                try input.body.isEmpty
                ? AddOrRemoveDocumentsFromFolderDto(documentIds: query.ids("documentIds")) : input.sensibillBody()
            return try folders.removeDocuments(
                folderId: input.path("folderId"),
                body: body,
                request: input.request
            ).raw
        }
    }
}

extension SensibillQuery {
    /// Ids in one parameter: a list with commas, or a JSON array of texts; empty when absent.
    fileprivate func ids(_ name: String) -> [String] {
        (texts(name) ?? []).flatMap { text in
            (try? JSON.decode([String].self, from: Array(text.utf8))) ?? text.split(separator: ",").map(String.init)
        }
    }
}
