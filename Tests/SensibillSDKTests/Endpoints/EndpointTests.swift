import APIRuntime
import APITesting
import Foundation
import SensibillAPI
import SensibillSDK
import Testing

/// A call of the client and the request that it must send.
struct EndpointCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let line: String
    let authorization: String?
    let run: @Sendable (any SensibillAPIProvider) async throws -> Void

    init<Model>(
        _ name: String,
        _ line: String,
        _ authorization: String?,
        _ make: @escaping @Sendable (any SensibillAPIProvider) throws -> SensibillAPIClient.Task<Model>
    ) {
        testDescription = name
        self.line = line
        self.authorization = authorization
        run = { _ = try await make($0).value() }
    }
}

@MainActor
@Suite("Requests and credentials of all endpoints")
struct EndpointTests {
    private nonisolated static let client = SensibillAPIModel.ClientCredentials(key: "key", secret: "secret")
    private nonisolated static let clientBasic = "Basic \(Data("key:secret".utf8).base64EncodedString())"
    private nonisolated static let userBasic = "Basic \(Data("ada:pass".utf8).base64EncodedString())"
    private nonisolated static let user = "Bearer user-token"
    private nonisolated static let id = "document-0001"

    nonisolated static let accounts: [EndpointCase] = [
        EndpointCase("home", "GET /api/v1/", nil) { try $0.home.home() },
        EndpointCase("client token", "POST /api/v1/accessToken", clientBasic) {
            try $0.authentication.accessToken(withClientCredentials: client)
        },
        EndpointCase("token for a code", "POST /api/v1/accessToken", clientBasic) {
            try $0.authentication.accessToken(
                withAuthorizationCode: "c",
                redirectUri: "https://a.example",
                clientCredentials: client
            )
        },
        EndpointCase("token for a refresh token", "POST /api/v1/accessToken", clientBasic) {
            try $0.authentication.accessToken(withRefreshToken: "r", clientCredentials: client)
        },
        EndpointCase(
            "grant",
            "GET /api/v1/authorizationGrant?client_id=key&response_type=code&redirect_uri=app%3A%2F%2Fa&redirect=false",
            userBasic
        ) {
            try $0.authentication.authorizationGrant(
                userCredentials: .init(username: "ada", password: "pass"),
                clientKey: "key",
                redirectUri: "app://a"
            )
        },
        EndpointCase("JWT", "POST /api/v1/jwtAuthenticate", "Bearer jwt") {
            try $0.authentication.jwtAuthenticate(jwt: "jwt", clientID: "bank")
        },
        EndpointCase("client of the user", "GET /api/v1/clientInfo", user) { try $0.authentication.clientInfo() },
        EndpointCase("client of a key", "GET /api/v1/clientInfo", clientBasic) {
            try $0.authentication.clientInfo(withClientCredentials: client)
        },
        EndpointCase("invalidate", "POST /api/v1/invalidate", user) { try $0.authentication.invalidate() },
        EndpointCase("logout", "GET /api/v1/logout", user) { try $0.authentication.logout() },
        EndpointCase("me", "GET /api/v1/users/me", user) { try $0.users.me() },
        EndpointCase("me without alerts", "GET /api/v1/users/me?excludeAlerts=true", user) {
            try $0.users.me(excludeAlerts: true)
        },
        EndpointCase("changing me", "PUT /api/v1/users/me", user) { try $0.users.me(.init(firstName: "Ada")) },
        EndpointCase("registering", "POST /api/v2/users", "Bearer client-token") {
            try $0.users.register(
                .init(credentialType: "sensibill", accessID: "ada", accessSecret: "pass"),
                clientAccessToken: "client-token"
            )
        },
        EndpointCase("registering by JWT", "POST /api/v2/jwtRegister", "Bearer jwt") {
            try $0.users.register(SensibillAPIModel.JwtUserRequestDto(client: "bank"), jwt: "jwt")
        },
        EndpointCase("e-mail", "GET /api/v1/users/emailAvailability?email=a%40b.example", "Bearer client-token") {
            try $0.users.emailAvailability(email: "a@b.example", clientAccessToken: "client-token")
        },
        EndpointCase("user name", "GET /api/v1/users/usernameAvailability?username=ada", "Bearer client-token") {
            try $0.users.usernameAvailability(username: "ada", clientAccessToken: "client-token")
        },
        EndpointCase("receipt address", "GET /api/v1/users/receiptEmailAvailability?email=a%40b.example", user) {
            try $0.users.receiptEmailAvailability(email: "a@b.example")
        },
        EndpointCase("password", "POST /api/v1/users/passwordStrength", clientBasic) {
            try $0.users.passwordStrength(password: "p", clientCredentials: client)
        },
        EndpointCase("temporary password", "POST /api/v1/users/resettemppassword", user) {
            try $0.users.resetTempPassword(.init(accessID: "a", tempPassword: "t", password: "p"))
        },
        EndpointCase("new password", "POST /api/v1/users/setpassword", user) {
            try $0.users.setPassword(.init(oldPassword: "o", newPassword: "n"))
        },
    ]

    nonisolated static let documents: [EndpointCase] = [
        EndpointCase("list", "GET /api/v2/documents?sortBy=arrivalDateTime", user) { try $0.documents.documents() },
        EndpointCase("page", "GET /api/v2/documents?offset=3&sortBy=arrivalDateTime", user) {
            try $0.documents.documents(offset: 3)
        },
        EndpointCase("order", "GET /api/v2/documents?limit=5&sortBy=documentDate&orderBy=ASC", user) {
            try $0.documents.documents(page: .init(limit: 5), sorting: .init(sortBy: .documentDate, orderBy: .asc))
        },
        EndpointCase(
            "filter",
            "GET /api/v2/documents?sortBy=arrivalDateTime&filter.arrivalDateTime.gte=1970-01-01T00%3A00%3A00.000"
                + "&filter.documentTime=08%3A05&filter.total.gte=10.5&filter.status=CompletedSuccess"
                + "&filter.status=InProcessing",
            user
        ) {
            var filter = SensibillAPIModel.GetDocumentListFilter()
            filter.arrivalDateTimeGTE = Date(timeIntervalSince1970: 0)
            filter.documentTime = [SensibillAPIModel.DocumentTime(hour: 8, minute: 5)].compactMap { $0 }
            filter.totalGTE = Decimal(string: "10.5")
            filter.status = [.completedSuccess, .inProcessing]
            return try $0.documents.documents(filter: filter)
        },
        EndpointCase("document", "GET /api/v2/documents/\(id)", user) { try $0.documents.document(id: id) },
        EndpointCase("image", "GET /api/v2/documents/\(id)/image", user) { try $0.documents.image(forDocumentId: id) },
        EndpointCase("PDF", "GET /api/v2/documents/\(id)/pdf", user) { try $0.documents.pdf(forDocumentId: id) },
        EndpointCase("states", "GET /api/v2/documents/status?id=\(id)&timeout=25", user) {
            try $0.documents.documents(status: .init(ids: [id]), timeout: 25)
        },
        EndpointCase("deleting", "DELETE /api/v2/documents", user) {
            try $0.documents.document(delete: .init(ids: [id]))
        },
        EndpointCase("editing", "PATCH /api/v2/documents/\(id)", user) {
            try $0.documents.document(update: .init(description: "Lunch"), id: id)
        },
        EndpointCase("uploading", "POST /api/v2/documents", user) {
            let file = try SensibillAPIModel.SourceFile(data: Samples.jpeg)
            return try $0.documents.document(create: .init(sourceFile: file, documentType: .receipt))
        },
        EndpointCase("receipt", "PUT /api/v1/receipt/\(id)/edit", user) {
            try $0.receipts.receipt(update: .init(), id: id)
        },
    ]

    nonisolated static let others: [EndpointCase] = [
        EndpointCase("export", "POST /api/v2/exports", user) {
            try $0.exports.export(create: .init(outputFormats: [.csv], criteria: .init()))
        },
        EndpointCase("exports", "GET /api/v2/exports", user) { try $0.exports.exports() },
        EndpointCase("state of an export", "GET /api/v2/exports/\(id)", user) {
            try $0.exports.export(statusForId: id)
        },
        EndpointCase("file of an export", "GET /api/v2/exports/\(id)/contents", user) {
            try $0.exports.contents(forExportId: id)
        },
        EndpointCase("folders", "GET /api/v2/folders", user) { try $0.folders.folders() },
        EndpointCase("folders by locale", "GET /api/v2/folders?locale=en-CA", user) {
            try $0.folders.folders(locale: Locale(identifier: "en_CA"))
        },
        EndpointCase("deleting folders", "DELETE /api/v2/folders", user) {
            try $0.folders.folders(delete: .init(folders: [id]))
        },
        EndpointCase("new folder", "POST /api/v2/folders", user) {
            try $0.folders.folder(create: .init(name: "Trip", color: "aabbcc"))
        },
        EndpointCase("renaming a folder", "PUT /api/v2/folders/\(id)", user) {
            try $0.folders.folder(update: .init(name: "Trips"), id: id)
        },
        EndpointCase("deleting a folder", "DELETE /api/v2/folders/\(id)", user) {
            try $0.folders.folder(delete: .init(deleteDocuments: true), id: id)
        },
        EndpointCase("filling a folder", "PUT /api/v2/folders/\(id)/documents", user) {
            try $0.folders.folder(addDocuments: .init(documentIds: [id]), id: id)
        },
        EndpointCase("emptying a folder", "DELETE /api/v2/folders/\(id)/documents", user) {
            try $0.folders.folder(removeDocuments: .init(documentIds: [id]), id: id)
        },
        EndpointCase("categories", "GET /api/v2/lookups/documentcategories", user) {
            try $0.lookups.documentCategories()
        },
        EndpointCase("currencies", "GET /api/v2/lookups/currencies", user) { try $0.lookups.currencies() },
        EndpointCase("locales", "GET /api/v2/lookups/locales", user) { try $0.lookups.locales() },
        EndpointCase("merchants", "GET /api/v2/merchants?name=Ca", user) { try $0.merchants.merchants(name: "Ca") },
    ]

    @Test("request and credential of each endpoint", arguments: accounts + documents + others)
    func request(endpoint: EndpointCase) async throws {
        let scripted = ScriptedProvider([.refusal(418)])
        let delegate = TestDelegate(token: "user-token")
        scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        await #expect(throws: SensibillAPIClient.TaskError.self) { try await endpoint.run(scripted.provider) }
        #expect(scripted.transport.requests.map(\.line) == [endpoint.line])
        #expect(scripted.authorizations == [endpoint.authorization])
    }

    @Test("a temporary password is replaced without a token")
    func temporaryPassword() async throws {
        let scripted = ScriptedProvider([.status(200)])
        let task = try scripted.provider.users.resetTempPassword(.init(accessID: "a", tempPassword: "t", password: "p"))
        _ = try await task.value()
        #expect(scripted.authorizations == [nil])
    }

    @Test("API versions of the categories")
    func versions() {
        let provider = ScriptedProvider().provider
        let older: [any EndpointsProvider] = [
            provider.home, provider.authentication, provider.users, provider.receipts,
        ]
        let newer: [any EndpointsProvider] = [
            provider.documents, provider.exports, provider.folders, provider.lookups, provider.merchants,
        ]
        #expect(older.allSatisfy { $0.version == .v1 })
        #expect(newer.allSatisfy { $0.version == .v2 })
    }

    @Test("a base URL keeps its path prefix and loses its trailing slash")
    func prefix() async throws {
        let scripted = ScriptedProvider([.refusal(418)], baseUrl: "https://api.example/gateway/")
        await (try scripted.provider.home.home()).execute()
        #expect(scripted.transport.requests.first?.path == "/gateway/api/v1/")
    }
}
