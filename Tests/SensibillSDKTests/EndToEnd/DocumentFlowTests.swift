import APIRuntime
import Foundation
import SandboxServer
import SensibillAPI
import SensibillSDK
import Testing

@MainActor
@Suite("Documents, folders and exports over HTTP", .timeLimit(.minutes(2)))
struct DocumentFlowTests {
    @Test("the delegate signs in, and uses the refresh token when the token has expired")
    func session() async throws {
        try await LiveSandbox.run { sandbox in
            let found1 = try await sandbox.provider.documents.documents().value().count
            #expect(found1 == 25)
            sandbox.server.tokens.expireAccessTokens()
            let found2 = try await sandbox.provider.users.me().value().accessID
            #expect(found2 != nil)
            #expect(sandbox.server.counter.count("getAuthorizationGrantV1") == 1)
            sandbox.server.tokens.revoke()
            let found3 = try await sandbox.provider.documents.documents().value().count
            #expect(found3 == 25)
            #expect(sandbox.server.counter.count("getAuthorizationGrantV1") == 2)
        }
    }

    @Test("a JSON Web Token signs a user in")
    func webTokens() async throws {
        try await LiveSandbox.run { sandbox in
            let account = sandbox.server.credentials.sensibill
            let delegate = SessionTokenDelegate.jwt(
                cacheIdentifier: "jwt",
                clientID: account.clientID,
                provider: sandbox.provider
            ) {
                let parts = [#"{"alg":"none"}"#, #"{"sub":"\#(account.accessID)","iat":0}"#]
                return parts.map { Data($0.utf8).base64EncodedString().filter { $0 != "=" } }.joined(separator: ".")
                    + ".x"
            }
            sandbox.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "jwt")
            let found1 = try await sandbox.provider.documents.documents().value().count
            #expect(found1 == 25)
        }
    }

    @Test("an upload is processed, found, edited and deleted; its foreign ID creates no second document")
    func document() async throws {
        try await LiveSandbox.run { sandbox in
            let documents = sandbox.provider.documents
            let id = try await sandbox.upload("MERCHANT=Cafe Nord;TOTAL=25.60;CURRENCY=CAD;", foreignId: "source-1")
            let found1 = try await sandbox.upload("MERCHANT=Other;", foreignId: "source-1")
            #expect(found1 == id)
            let status = try await documents.documents(status: .init(ids: [id]), timeout: 1).value()
            #expect(status.documents.map(\.status) == [.completedSuccess])
            let found = try await documents.document(id: id).value().document
            #expect(found?.content?.total?.afterTax == Decimal(string: "25.60"))
            let filter = SensibillAPIModel.GetDocumentListFilter(
                foreignId: ["source-1"],
                merchantName: ["Cafe Nord"],
                totalGTE: 25,
                totalLTE: 26,
                status: [.completedSuccess]
            )
            let found2 = try await documents.documents(filter: filter).value().documents?.map(\.id)
            #expect(found2 == [id])
            _ = try await documents.document(update: .init(description: "Lunch"), id: id).value()
            let found3 = try await documents.document(id: id).value().document?.description
            #expect(found3 == "Lunch")
            let image = try await documents.image(forDocumentId: id).value()
            #expect(image.mimeType == .imageJpeg)
            await #expect(throws: SensibillAPIClient.TaskError.self) {
                try await documents.document(delete: .init(ids: [id, "nobody-knows-this-one"])).value()
            }
            let found4 = try await documents.document(delete: .init(ids: [id])).value().ids
            #expect(found4 == [id])
            let gone = try documents.document(id: id)
            await gone.execute()
            guard case .failure(let error as SensibillAPIClient.TaskError) = gone.result,
                case .apiFailure(.notFound, let details?) = error
            else { return #expect(Bool(false), "A deleted document is not found.") }
            #expect(details.name == .objectNotFoundError)
        }
    }

    @Test("a PDF can be downloaded in its original form, an image cannot")
    func pdf() async throws {
        try await LiveSandbox.run { sandbox in
            let file = try SensibillAPIModel.SourceFile(data: Samples.pdf)
            let documents = sandbox.provider.documents
            let id = try await documents.document(create: .init(sourceFile: file, documentType: .receipt)).value().id
            let found1 = try await documents.pdf(forDocumentId: id).value().data
            #expect(found1 == Samples.pdf)
            let picture = try await sandbox.upload("TOTAL=1;")
            await #expect(throws: SensibillAPIClient.TaskError.self) {
                try await documents.pdf(forDocumentId: picture).value()
            }
        }
    }

    @Test("all documents arrive page by page, each once")
    func pages() async throws {
        try await LiveSandbox.run { sandbox in
            var ids: [String] = []
            for try await document in sandbox.provider.documents.pages(pageSize: 10).items { ids.append(document.id) }
            #expect(ids.count == 25)
            #expect(Set(ids).count == 25)
        }
    }

    @Test("an export is created, polled and downloaded in one call, with intact binary files")
    func export() async throws {
        try await LiveSandbox.run { sandbox in
            let exports = sandbox.provider.exports
            let text = try await exports.exportedFile(
                .init(outputFormats: [.csv], criteria: .init(status: [.completedSuccess])),
                interval: .milliseconds(10)
            )
            #expect(text.mimeType == .textCsv)
            #expect(!text.data.isEmpty)
            let sheet = try await exports.exportedFile(
                .init(outputFormats: [.xlsx], criteria: .init()),
                interval: .milliseconds(10)
            )
            #expect(sheet.data.starts(with: [0x50, 0x4B]))
            #expect(sheet.mimeType == .applicationXlsx)
            await #expect(throws: ExportFailure.noDocumentsFound) {
                try await exports.exportedFile(.init(outputFormats: [.csv], criteria: .init(totalGTE: 1_000_000)))
            }
            let found1 = try await exports.exports().value().count
            #expect(found1 >= 2)
        }
    }

    @Test("folders contain their documents")
    func folders() async throws {
        try await LiveSandbox.run { sandbox in
            let folders = sandbox.provider.folders
            let id = try await folders.folder(create: .init(name: "Trip", color: "aabbcc")).value().id
            let document = try await sandbox.upload("TOTAL=3;")
            let added = try await folders.folder(addDocuments: .init(documentIds: [document]), id: id).value()
            #expect(added.updated == 1)
            let found = try await sandbox.provider.foldersWithDocuments().first { $0.folder.id == id }
            #expect(found?.documents.map(\.id) == [document])
            _ = try await folders.folder(delete: .init(), id: id).value()
            #expect(
                try await folders.folders(locale: Locale(identifier: "en_CA")).value().folders.allSatisfy {
                    $0.id != id
                }
            )
        }
    }

    @Test("lookups, merchants and the home endpoint return their values")
    func lookups() async throws {
        try await LiveSandbox.run { sandbox in
            let found1 = try await sandbox.provider.home.home().value().status
            #expect(found1 == "online")
            let found2 = try await sandbox.provider.lookups.currencies().value().currencies.isEmpty
            #expect(!found2)
            let found3 = try await sandbox.provider.lookups.documentCategories().value().documentCategories.isEmpty
            #expect(!found3)
            let found4 = try await sandbox.provider.lookups.locales().value().locales.isEmpty
            #expect(!found4)
            _ = try await sandbox.provider.merchants.merchants(name: "C").value()
        }
    }
}
