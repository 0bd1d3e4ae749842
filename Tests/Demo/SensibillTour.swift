import APIRuntime
import Foundation
import SandboxServer
import SensibillAPI

/// A tour that performs the OAuth flow, uploads a picture, waits until it is read, and exports a folder.
struct SensibillTour {

    let sandbox: SandboxServer

    private var servers: SensibillServers {
        SensibillServers(all: sandbox.baseURL)
    }

    func run() async throws {
        Transcript.title("Sensibill: receipt capture")
        let client = try await signIn()
        let document = try await upload(client)
        try await export(document, client)
    }

    /// Performs the six steps from the client's key to a user's session.
    private func signIn() async throws -> SensibillClient {
        let account = sandbox.credentials.sensibill
        let bank = CredentialSourcePair(
            client: .basic(user: account.clientKey, password: account.clientSecret),
            user: .basic(user: account.accessID, password: account.accessSecret)
        )
        let backend = SensibillClient(
            servers: servers,
            credentials: SensibillCredentials(clientCredentials: bank.client, userCredentials: bank.user),
            configuration: sandbox.clientConfiguration()
        )
        let grant = try await backend.authentication.authorizationGrant(
            clientKey: account.clientKey,
            responseType: .code,
            redirectUri: account.redirectURI,
            redirect: .no
        )
        let response = try await backend.authentication.accessToken(
            body: AccessTokenRequestDto(
                grantType: .authorizationCode,
                redirectUri: account.redirectURI,
                code: grant.code
            )
        )
        guard let accessToken = response.accessToken else { throw DemoFailure(description: "no access token came") }
        let session = TokenSession(refresher: backend.userTokenRefresher(), refreshAhead: .zero)
        try await session.signIn(OAuthToken(accessToken: accessToken, refreshToken: response.refreshToken))
        Transcript.line("Signed in with the OAuth flow.")
        return SensibillClient(
            servers: servers,
            credentials: SensibillCredentials(userToken: session),
            configuration: sandbox.clientConfiguration()
        )
    }

    /// The two Basic credentials of the flow.
    private struct CredentialSourcePair {
        let client: StaticCredential
        let user: StaticCredential
    }

    private func upload(_ client: SensibillClient) async throws -> DocumentDto {
        let picture = FilePart(data: JPEG.smallest, fileName: "lunch.jpg", contentType: "image/jpeg")
        let created = try await client.documents.create(
            body: DocumentCreationRequestDto(filePart: picture, documentType: .receipt, foreignId: "demo-\(UUID())")
        )
        Transcript.line("Uploaded a picture; the service is reading it.")
        var isRead = false
        while !isRead {
            let response = try await client.documents.status(ids: [created.id])
            isRead = response.documents.first.map { $0.status != .inProcessing } ?? false
            if !isRead {
                sandbox.pass(seconds: 3)
            }
        }
        let response = try await client.documents.get(id: created.id)
        guard let document = response.document else { throw DemoFailure(description: "the document is not there") }
        let merchant = document.content?.merchant?.merchantName ?? "unknown"
        let total = document.content?.total?.afterTax.map { "\($0)" } ?? "?"
        Transcript.line("Read: \(merchant), \(total) \(document.content?.currencyCode?.rawValue ?? "").")
        return document
    }

    private func export(_ document: DocumentDto, _ client: SensibillClient) async throws {
        let folder = try await client.folders.create(body: FolderCreateRequestDto(name: "Lunches", color: "33AA66"))
        let added = try await client.folders.addDocuments(
            folderId: folder.id,
            body: AddOrRemoveDocumentsFromFolderDto(documentIds: [document.id])
        )
        try DemoFailure.unless(added.updated == 1, "the document is not in the folder")
        let order = try await client.exports.create(
            body: ExportCreateDto(outputFormats: [.csv], criteria: ListDocumentsCriteriaDto(folder: [folder.id]))
        )
        var status = order.status
        while status != .completed {
            try DemoFailure.unless(status == .queued || status == .running, "the export ended as \(status.rawValue)")
            sandbox.pass(seconds: 2)
            status = try await client.exports.get(id: order.id).status
        }
        let file = try await client.exports.contents(id: order.id)
        Transcript.line("Exported the folder with \(order.documentsCount) document: \(file.count) bytes of CSV.")
    }
}

/// The smallest picture that the service accepts as an image.
enum JPEG {
    static let smallest = Data(
        [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10] + Array("JFIF".utf8)
            + [0x00, 0x01, 0x01, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00, 0x00, 0xFF, 0xD9]
    )
}
