import AnybillAPI
import AnybillBase
import Foundation
import SandboxServer
import Testing

@testable import ReceiptsExample

/// Tests of the example app `Receipts` with the sandbox.
@Suite("example: receipts", .timeLimit(.minutes(1)))
@MainActor
struct ReceiptsExampleTests {
    /// The models of an app that has just been launched.
    @MainActor
    private struct App {
        let server: SandboxServer
        let login: LoginModel
        let receipts: ReceiptProvider

        init(_ server: SandboxServer) {
            self.server = server
            let context = AnybillContext(
                AnybillConfiguration(
                    clientID: server.credentials.anybill.clientID,
                    servers: AnybillServers(all: server.baseURL),
                    storage: .memory
                )
            )
            login = LoginModel(provider: AuthProvider(context: context))
            receipts = ReceiptProvider(context: context)
        }

        /// Fills in the form and signs in.
        func signIn() async {
            login.email = server.credentials.anybill.user.email
            login.password = server.credentials.anybill.user.password
            await login.signIn()
        }
    }

    @Test("a user signs in, and signs out")
    func session() async throws {
        try await withSandbox { server in
            let app = App(server)
            await app.login.resume()
            #expect(app.login.session == .signedOut && !app.login.canSignIn)
            await app.signIn()
            #expect(app.login.session == .signedIn(server.credentials.anybill.user.email))
            #expect(app.login.password.isEmpty && app.login.failure == nil)
            await app.login.signOut()
            #expect(app.login.session == .signedOut)
        }
    }

    @Test("a wrong password leaves the user signed out, with a sentence")
    func wrongPassword() async throws {
        try await withSandbox { server in
            let app = App(server)
            await app.login.resume()
            app.login.email = server.credentials.anybill.user.email
            app.login.password = "wrong"
            await app.login.signIn()
            #expect(app.login.session == .signedOut)
            #expect(app.login.failure?.isEmpty == false)
        }
    }

    @Test("the list fetches the next page when its end appears, until it is complete")
    func paging() async throws {
        try await withSandbox(SandboxConfiguration(receipts: 12)) { server in
            let app = App(server)
            await app.signIn()
            let list = ReceiptListModel(provider: app.receipts, pageSize: 5)
            await list.refresh()
            #expect(list.receipts.count == 5 && !list.isComplete)
            let first = try #require(list.receipts.first)
            await list.appeared(first)
            #expect(list.receipts.count == 5, "Only the last receipt of the list causes a request.")
            for expected in [10, 12, 12] {
                let last = try #require(list.receipts.last)
                await list.appeared(last)
                #expect(list.receipts.count == expected)
            }
            #expect(list.isComplete && !list.isLoading && list.failure == nil)
        }
    }

    @Test("favourites and notes change in the list and in the detail view")
    func changes() async throws {
        try await withSandbox(SandboxConfiguration(receipts: 3)) { server in
            let app = App(server)
            await app.signIn()
            let list = ReceiptListModel(provider: app.receipts)
            await list.refresh()
            let wasFavourite = try #require(list.receipts.first).misc.isFavourite
            let detail = ReceiptDetailModel(try #require(list.receipts.first), provider: app.receipts)
            await detail.toggleFavourite()
            #expect(detail.receipt.misc.isFavourite != wasFavourite)
            #expect(list.receipts.first?.misc.isFavourite == detail.receipt.misc.isFavourite)

            detail.note = "For the tax return"
            #expect(detail.canSaveNote)
            await detail.saveNote()
            #expect(!detail.canSaveNote && detail.failure == nil)
            #expect(list.receipts.first?.misc.note == "For the tax return")
            #expect(!detail.rows.isEmpty && !detail.total.isEmpty)
            #expect(await detail.pdf()?.starts(with: Data("%PDF".utf8)) == true)
        }
    }

    @Test("the list shows favourites only, search results, and no deleted receipts")
    func filters() async throws {
        try await withSandbox(SandboxConfiguration(receipts: 4)) { server in
            let app = App(server)
            await app.signIn()
            let list = ReceiptListModel(provider: app.receipts)
            await list.refresh()
            list.showsOnlyFavourites = true
            #expect(list.shownReceipts.map(\.id) == list.receipts.filter(\.misc.isFavourite).map(\.id))
            list.showsOnlyFavourites = false
            list.searchText = "no shop has this name"
            #expect(list.shownReceipts.isEmpty)
            list.searchText = ""
            let first = try #require(list.receipts.first)
            await list.delete(first)
            #expect(list.receipts.count == 3 && !list.receipts.contains { $0.id == first.id })
        }
    }

    @Test("a refused change is taken back, and reported in a sentence")
    func refusal() async throws {
        try await withSandbox(SandboxConfiguration(receipts: 2)) { server in
            let app = App(server)
            await app.signIn()
            let list = ReceiptListModel(provider: app.receipts)
            await list.refresh()
            let before = list.receipts
            server.faults.add(Fault(.status(400)))
            await list.toggleFavourite(try #require(before.first))
            #expect(list.receipts == before)
            #expect(list.failure?.isEmpty == false)
        }
    }
}
