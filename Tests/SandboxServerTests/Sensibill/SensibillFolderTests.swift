import APIRuntime
import Foundation
import SandboxServer
import SensibillAPI
import Testing

@Suite("Sensibill: folders and value lists")
struct SensibillFolderTests {

    @Test("a folder has the number of its documents and their sums by currency")
    func totals() async throws {
        try await SensibillHarness.run(delay: 0) { sandbox in
            let user = try await sandbox.newUser()
            let travel = FolderCreateRequestDto(name: "Travel", color: "#1e88e5")
            let folder = try await user.folders.create(body: travel).id
            let ids = [
                try await user.upload("TOTAL=25.60;CURRENCY=CAD"), try await user.upload("TOTAL=4.40;CURRENCY=CAD"),
                try await user.upload("TOTAL=7;CURRENCY=EUR"),
            ]
            let body = AddOrRemoveDocumentsFromFolderDto(documentIds: ids)
            #expect(try await user.folders.addDocuments(folderId: folder, body: body).updated == 3)
            #expect(try await user.folders.addDocuments(folderId: folder, body: body).updated == 0)
            let item = try #require(try await user.folders.list(locale: "fr-CA").folders.first)
            #expect(item.count == 3)
            #expect(item.color == "1e88e5")
            #expect(item.totals?.map(\.amount) == [30, 7])
            #expect(item.totals?.map(\.displayAmount) == ["30,00 $", "7,00 €"])
            #expect(try await user.documents.list(folder: [folder]).count == 3)

            let one = AddOrRemoveDocumentsFromFolderDto(documentIds: [ids[2]])
            #expect(try await user.folders.removeDocuments(folderId: folder, body: one).updated == 1)
            #expect(try await user.folders.list().folders.first?.totals?.map(\.displayAmount) == ["$30.00"])
        }
    }

    @Test("folder names are unique, and a duplicate is a conflict")
    func names() async throws {
        try await SensibillHarness.run { sandbox in
            let user = try await sandbox.newUser()
            let folders = user.folders
            let body = FolderCreateRequestDto(name: "Travel", color: "1E88E5")
            _ = try await folders.create(body: body)
            let taken = try await #require(throws: CreateFolderError.self) { try await folders.create(body: body) }
            #expect(taken.status == 409)
            let colour = try await #require(throws: CreateFolderError.self) {
                try await folders.create(body: FolderCreateRequestDto(name: "Home", color: "green"))
            }
            #expect(colour.status == 400)
            let other = try await folders.create(body: FolderCreateRequestDto(name: "Home", color: "00FF00")).id
            let renamed = try await #require(throws: UpsertFolderError.self) {
                try await folders.update(folderId: other, body: FolderUpdateRequestDto(name: "Travel"))
            }
            #expect(renamed.status == 409)
            _ = try await folders.update(folderId: other, body: FolderUpdateRequestDto(name: "House"))
            #expect(try await folders.list().folders.map(\.name) == ["Travel", "House"])
        }
    }

    @Test("deleting a folder keeps or deletes its documents")
    func deletion() async throws {
        try await SensibillHarness.run(delay: 0) { sandbox in
            let user = try await sandbox.newUser()
            var folders: [String] = []
            for name in ["A", "B"] {
                let id = try await user.folders.create(body: FolderCreateRequestDto(name: name, color: "000000")).id
                let body = AddOrRemoveDocumentsFromFolderDto(documentIds: [try await user.upload(name)])
                _ = try await user.folders.addDocuments(folderId: id, body: body)
                folders.append(id)
            }
            let unknown = try await #require(throws: DeleteFoldersError.self) {
                try await user.folders.deleteMany(
                    body: FoldersDeleteRequestDto(folders: [folders[0], "fld-unknown"], deleteDocuments: true)
                )
            }
            #expect(unknown.status == 404)
            _ = try await user.folders.delete(folderId: folders[0])
            #expect(try await user.documents.list().count == 2)
            _ = try await user.folders.deleteMany(
                body: FoldersDeleteRequestDto(folders: [folders[1]], deleteDocuments: true)
            )
            #expect(try await user.documents.list().count == 1)
            #expect(try await user.folders.list().folders.isEmpty)
        }
    }

    @Test("lookups, merchants and service information are returned")
    func lookups() async throws {
        try await SensibillHarness.run { sandbox in
            let client = try await sandbox.clientWithClientToken()
            let categories = try await client.lookups.documentCategories(scale: .double).documentCategories
            #expect(categories.contains { $0.code == "shopping" && $0.icon.absoluteString.contains("@2x") })
            #expect(try await client.lookups.currencies().currencies.count == 32)
            let cafes = try await client.merchants.list(name: "caf").merchants
            #expect(cafes.map(\.name) == ["Cafe Nord", "Cafe Sud"])
            #expect(cafes.first?.documentCategory == "meals")
            let info = try await sandbox.client().home.info()
            #expect(info.status == "online")
            #expect(info.endpoints["documentsDetail"] == "documents/:id")
            #expect(try await sandbox.client().homeV1.info().baseUrl == "\(sandbox.server.baseURL)/")
        }
    }

    @Test("merchants entered by a user have no ID")
    func typedMerchants() async throws {
        try await SensibillHarness.run(delay: 0) { sandbox in
            let user = try await sandbox.newUser()
            _ = try await user.upload("MERCHANT=Cafe on the corner")
            let cafes = try await user.merchants.list(name: "Cafe").merchants
            #expect(cafes.map(\.name) == ["Cafe Nord", "Cafe Sud", "Cafe on the corner"])
            #expect(cafes.last?.merchantID == nil)
        }
    }
}
