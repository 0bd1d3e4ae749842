import APIRuntime
import APITesting
import Foundation
import SensibillAPI
import Testing

@testable import SensibillSDK

/// Tests of the decisions about contradictions and pitfalls in the published sources, one for each decision.
@MainActor
@Suite("Contradictions and pitfalls of the documentation")
struct ContradictionTests {
    private static let id = "document-0001"

    /// Executes a task with a scripted response and returns the request that was sent.
    private func sent<Model>(
        _ response: ScriptedResponse = .refusal(418),
        _ make: (any SensibillAPIProvider) throws -> SensibillAPIClient.Task<Model>
    ) async throws -> RecordedRequest {
        let scripted = ScriptedProvider([response])
        let delegate = TestDelegate(token: "user-token")
        scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        await (try make(scripted.provider)).execute()
        return try #require(scripted.transport.requests.first)
    }

    /// Executes a task with a scripted response and returns its decoded value.
    private func received<Model>(
        _ response: ScriptedResponse,
        _ make: (any SensibillAPIProvider) throws -> SensibillAPIClient.Task<Model>
    ) async throws -> Model {
        let scripted = ScriptedProvider([response])
        let delegate = TestDelegate(token: "user-token")
        scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        return try await (try make(scripted.provider)).value()
    }

    @Test("point 1, offset: it is the page number")
    func offset() async throws {
        let request = try await sent { try $0.documents.documents(page: .init(offset: 2, limit: 10), sorting: .init()) }
        #expect(request.query == "limit=10&offset=2&sortBy=arrivalDateTime")
    }

    @Test("point 2, count: it can exceed the items of a page")
    func count() async throws {
        let list = try await received(.json(#"{"documents":[],"count":4711}"#)) { try $0.documents.documents() }
        #expect(list.count == 4711)
    }

    @Test("point 3, export IDs: they can be longer than document IDs")
    func exportIds() async throws {
        let long = "exp-" + String(repeating: "a", count: 82)
        let request = try await sent { try $0.exports.export(statusForId: long) }
        #expect(request.path == "/api/v2/exports/\(long)")
        let provider = ScriptedProvider().provider
        #expect(throws: SensibillAPIClient.TaskError.self) { try provider.documents.document(id: long) }
    }

    @Test("point 4, token requests: each sends the parameters of its grant and no others")
    func grants() async throws {
        let client = SensibillAPIModel.ClientCredentials(key: "k", secret: "s")
        let own = try await sent { try $0.authentication.accessToken(withClientCredentials: client) }
        #expect(try own.json(JSONValue.self) == ["grant_type": "client_credentials"])
        let renewal = try await sent {
            try $0.authentication.accessToken(withRefreshToken: "r", clientCredentials: client)
        }
        #expect(try renewal.json(JSONValue.self) == ["grant_type": "refresh_token", "refresh_token": "r"])
        #expect(renewal.query == nil)
    }

    @Test("point 5, deletions: the values are only in the body")
    func deletions() async throws {
        let documents = try await sent { try $0.documents.document(delete: .init(ids: [Self.id])) }
        #expect(documents.line == "DELETE /api/v2/documents")
        #expect(try documents.json(JSONValue.self) == ["ids": [.string(Self.id)]])
        let folders = try await sent {
            try $0.folders.folders(delete: .init(folders: [Self.id], deleteDocuments: true))
        }
        #expect(folders.line == "DELETE /api/v2/folders")
        #expect(try folders.json(JSONValue.self) == ["folders": [.string(Self.id)], "deleteDocuments": true])
    }

    @Test("point 6, the home index: it contains export, but the path is exports")
    func exportPath() async throws {
        #expect(try await sent { try $0.exports.exports() }.line == "GET /api/v2/exports")
    }

    @Test("point 7, the file of an export: its path is below the export")
    func exportContents() async throws {
        let file = try await received(.bytes(Array("a,b".utf8), contentType: "text/csv")) {
            try $0.exports.contents(forExportId: Self.id)
        }
        #expect(file.data == Data("a,b".utf8))
        #expect(file.mimeType == .textCsv)
    }

    @Test("point 8, merchant category: it is decoded from its misspelt name")
    func merchantCategory() async throws {
        let json = #"{"merchants":[{"merchantID":"m1","name":"Cafe","documentCateogry":"meals"},{"name":"Own"}]}"#
        let response = try await received(.json(json)) { try $0.merchants.merchants(name: "C") }
        #expect(response.merchants.map(\.documentCategory) == ["meals", nil])
    }

    @Test("point 9, merchant and note filters: they accept words, not single characters")
    func wordFilters() async throws {
        var filter = SensibillAPIModel.GetDocumentListFilter()
        filter.merchantName = ["Cafe Nord"]
        filter.notes = ["Team lunch"]
        let request = try await sent { try $0.documents.documents(filter: filter) }
        #expect(request.query?.contains("filter.merchantName=Cafe%20Nord") == true)
        #expect(request.query?.contains("filter.notes=Team%20lunch") == true)
    }

    @Test("point 10, categories for editing: they are document categories, not receipt categories")
    func categories() async throws {
        let request = try await sent { try $0.lookups.documentCategories() }
        #expect(request.line == "GET /api/v2/lookups/documentcategories")
    }

    @Test("point 11, registration: it is a new entry in users")
    func registration() async throws {
        let request = try await sent {
            try $0.users.register(
                .init(credentialType: "sensibill", accessID: "ada", accessSecret: "pass"),
                clientAccessToken: "t"
            )
        }
        #expect(request.line == "POST /api/v2/users")
    }

    @Test("point 12, the trial host: one of the two domains is used, and both are pinned")
    func trialHost() async throws {
        #expect(SensibillServers.sandbox.api?.host == "receipts-sandbox.sensibill.io")
        for host in ["receipts-sandbox.sensibill.io", "receipts-sandbox.getsensibill.com"] {
            let client = SensibillAPIClient.get(configuration: .init(baseUrl: "https://\(host)"))
            let task = try client.home.home()
            await #expect(throws: SensibillAPIClient.TaskError.serverCertificatePublicKeyUnknown) {
                try await task.value()
            }
        }
    }

    @Test("point 13, user identifier: both labels have the same effect and reach the delegate")
    func labels() async throws {
        for label in 0..<2 {
            let scripted = ScriptedProvider([.noDocuments])
            let delegate = TestDelegate(token: "t")
            if label == 0 {
                scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
            } else {
                scripted.provider.setUserAccessTokenDelegate(delegate, withUserIdentifier: "ada")
            }
            _ = try await (try scripted.provider.documents.documents()).value()
            #expect(Set(delegate.identifiers) == ["ada"])
        }
    }

    @Test("point 14, account data of an upload: it is one JSON part")
    func accountPart() async throws {
        let request = try await sent {
            try $0.documents.document(
                create: .init(
                    sourceFile: try SensibillAPIModel.SourceFile(data: Samples.jpeg),
                    documentType: .receipt,
                    accountMetadata: .init(account: "acc-12345", transactionId: "tx-12345")
                )
            )
        }
        let body = request.text
        #expect(body.contains("name=\"accountMetadata\"\r\nContent-Type: application/json"))
        #expect(body.contains(#"{"account":"acc-12345","transactionId":"tx-12345"}"#))
        #expect(!body.contains("name=\"accountId\""))
    }

    @Test("point 15, observers: those of the type and of the service are the same")
    func observers() async throws {
        let observer = RecordingObserver()
        let service = SensibillSDK.shared.documentUploadService
        let tell = { _ = service.observers.tell("source", .uploadFailedAttempt) }
        SensibillSDK.addObserver(observer, for: "same")
        tell()
        #expect(observer.events.count == 1)
        service.addObserver(observer, for: "same")
        tell()
        #expect(observer.events.count == 2)
        SensibillSDK.removeObserver(forKey: "same")
        tell()
        SensibillSDK.addObserver(observer, for: "same")
        service.removeObserver(forKey: "same")
        tell()
        #expect(observer.events.count == 2)
    }

    @Test("point 16, folders: an edit does not include them")
    func editedFolders() async throws {
        let request = try await sent {
            try $0.documents.document(update: .init(userMetadata: .init(notes: .value("n"))), id: Self.id)
        }
        #expect(try request.json(JSONValue.self) == ["userMetadata": ["notes": "n"]])
        #expect(!SensibillAPIModel.EditDocumentUserMetadataDto.keys.names.contains("folders"))
    }

    @Test("point 17, errors of the newer API version: they are decoded like the older ones")
    func errorBody() async throws {
        let scripted = ScriptedProvider([.refusal(403, name: "AccessError")])
        let delegate = TestDelegate(token: "t")
        scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        do {
            _ = try await (try scripted.provider.documents.documents()).value()
            Issue.record("An error response was decoded as a list.")
        } catch SensibillAPIClient.TaskError.apiFailure(let error, let details) {
            #expect(error == .forbidden)
            #expect(details?.name == .accessError)
        }
    }

    @Test("point 18, null: a null property is decoded like an absent one")
    func nulls() async throws {
        let json = #"{"document":{"id":"document-0001","content":{"currencyCode":null},"description":null}}"#
        let response = try await received(.json(json)) { try $0.documents.document(id: Self.id) }
        #expect(response.document?.content?.currencyCode == nil)
        #expect(response.document?.description == nil)
    }

    @Test("point 19, IDs: hyphens, underscores, colons and periods are allowed characters")
    func idLetters() async throws {
        let request = try await sent { try $0.documents.document(id: "a-b_c:d.e") }
        #expect(request.path == "/api/v2/documents/a-b_c:d.e" || request.path == "/api/v2/documents/a-b_c%3Ad.e")
        let provider = ScriptedProvider().provider
        #expect(throws: SensibillAPIClient.TaskError.self) { try provider.documents.document(id: "a+b+c") }
    }

    @Test("point 20, receipts: they can be uploaded, and not only invoices")
    func receiptUpload() async throws {
        let request = try await sent {
            try $0.documents.document(
                create: .init(sourceFile: try SensibillAPIModel.SourceFile(data: Samples.jpeg), documentType: .receipt)
            )
        }
        #expect(request.text.contains("name=\"documentType\"\r\n\r\nreceipt"))
    }
}
