import APIRuntime
import AnybillAPI
import Foundation
import SandboxServer

/// A tour that signs in with a token, reads all receipts, marks one, adds a note to it, and saves its PDF.
struct AnybillTour {

    let sandbox: SandboxServer

    func run() async throws {
        Transcript.title("Anybill: digital receipts")
        let servers = AnybillServers(all: sandbox.baseURL)
        let account = sandbox.credentials.anybill
        let refresher = AnybillClient(servers: servers, configuration: sandbox.clientConfiguration())
            .userTokenRefresher(clientID: account.clientID)
        let session = TokenSession(refresher: refresher, refreshAhead: .zero)
        let token = account.user.token
        try await session.signIn(
            OAuthToken(accessToken: token.accessToken, refreshToken: token.refreshToken, expiresAt: nil),
            partition: account.user.id
        )
        let client = AnybillClient(
            servers: servers,
            credentials: AnybillCredentials(userToken: session),
            configuration: sandbox.clientConfiguration(cache: ResponseCache())
        )
        Transcript.line("Signed in with the token that a partner's backend issued.")
        let receipts = try await listAll(client)
        try await look(client)
        try await edit(receipts[0], client)
        try await savePDF(receipts[0], client)
    }

    private func listAll(_ client: AnybillClient) async throws -> [Receipt] {
        var receipts: [Receipt] = []
        let pages = client.receipts.listPages(orderBy: .date, orderDirection: .descending, take: 100)
        for try await page in pages {
            receipts += page.items
            Transcript.line("A page of \(page.items.count), \(receipts.count) of \(page.total ?? 0).")
            if receipts.count == 100 {
                sandbox.pass(seconds: 11)
            }
        }
        try DemoFailure.unless(receipts.count == sandbox.configuration.receipts, "not all receipts came")
        let sum = receipts.reduce(Decimal(0)) { $0 + $1.data.fullAmountInclVat }
        Transcript.line("\(receipts.count) receipts, \(sum) in all. The refused token was renewed on the way.")
        return receipts
    }

    /// Requests the user twice, and the first receipt twice.
    private func look(_ client: AnybillClient) async throws {
        let user = try await client.users.current()
        let again = try await client.users.current()
        try DemoFailure.unless(user == again, "the cache gave another user")
        Transcript.line("The user came once from the service and once from the cache.")
        let first = try await client.receipts.list(orderBy: .date, orderDirection: .descending, take: 1)
        let second = try await client.receipts.list(orderBy: .date, orderDirection: .descending, take: 1)
        try DemoFailure.unless(first == second, "the second look gave another page")
        Transcript.line("The newest receipt was looked at again: nothing changed, so the service sent no body.")
    }

    private func edit(_ receipt: Receipt, _ client: AnybillClient) async throws {
        let marked = try await client.receipts.toggleFavourite(receiptId: receipt.id)
        try DemoFailure.unless(marked.misc.isFavourite != receipt.misc.isFavourite, "the mark did not change")
        let noted = try await client.receipts.updateNote(
            receiptId: receipt.id,
            body: ReceiptNoteUpdate(note: "for the tax folder")
        )
        try DemoFailure.unless(noted.misc.note == "for the tax folder", "the note did not stay")
        let shop = receipt.head.seller?.name ?? "unknown shop"
        Transcript.line("\(shop), \(receipt.data.fullAmountInclVat) \(receipt.data.currency): marked, and noted.")
    }

    private func savePDF(_ receipt: Receipt, _ client: AnybillClient) async throws {
        let pdf = try await client.receipts.pdf(receiptId: receipt.id, isPrintedVersion: true)
        try DemoFailure.unless(pdf.starts(with: Array("%PDF-".utf8)), "the response is no PDF")
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("receipt-\(receipt.id).pdf")
        try pdf.write(to: file)
        Transcript.line("Its PDF of \(pdf.count) bytes is saved as \(file.lastPathComponent).")
        try FileManager.default.removeItem(at: file)
    }
}
