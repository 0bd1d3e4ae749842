import APIRuntime
import AnybillBase
import Foundation

/// A process that runs queries, edits or logins without end and prints its progress, until a test kills it.
///
/// Arguments: `query`, `edit`, `login`, `keep` or `keep-on`, the service's URL, the folder of the store, and pairs of an access token and
/// a refresh token. Each line of the output names a call that has returned.
@main
@MainActor
struct AnybillCrasher {
    let auth: AuthProvider
    let receipts: ReceiptProvider
    let users: [TokenUser]

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 6, let address = URL(string: arguments[2]) else {
            return say("usage: AnybillCrasher query|edit|login|keep|keep-on <address> <folder> <access> <refresh> …")
        }
        let context = AnybillContext(
            AnybillConfiguration(
                servers: AnybillServers(all: address),
                storage: .folder(URL(fileURLWithPath: arguments[3]))
            )
        )
        let users = stride(from: 4, to: arguments.count - 1, by: 2).map {
            TokenUser(accessToken: arguments[$0], expiresIn: 86_400, refreshToken: arguments[$0 + 1])
        }
        let crasher = AnybillCrasher(
            auth: AuthProvider(context: context),
            receipts: ReceiptProvider(context: context),
            users: users
        )
        switch arguments[1] {
        case "query": try await crasher.query()
        case "edit": try await crasher.edit()
        case "keep":
            try await crasher.fill()
            try await offline(arguments[3]).keep(every: 0)
        case "keep-on": try await offline(arguments[3]).keep(every: 1)
        default: try await crasher.logInAndOut()
        }
    }

    private func query() async throws {
        try await auth.loginTokenUser(tokenUser: users[0])
        while true {
            let page = try await receipts.initiateReceiptQuery(take: 10)
            Self.say("first \(page.receipts.count)")
            while try await receipts.continueReceiptQuery(take: 10).receipts.isEmpty == false {
                Self.say("next \(receipts.observableReceipts.count)")
            }
        }
    }

    private func edit() async throws {
        try await auth.loginTokenUser(tokenUser: users[0])
        let ids = try await receipts.initiateReceiptQuery().receipts.map(\.id)
        for number in 0... {
            let id = ids[number % ids.count]
            try await receipts.updateReceiptNote(receiptId: id, note: "note \(number)")
            Self.say("\(id) note \(number)")
        }
    }

    /// Returns providers of the same folder without a connection, which keep edits for later.
    private static func offline(_ folder: String) throws -> AnybillCrasher {
        var configuration = AnybillConfiguration(
            servers: AnybillServers(all: try address("http://127.0.0.1:9")),
            storage: .folder(URL(fileURLWithPath: folder))
        )
        configuration.keepsOfflineEdits = true
        configuration.client.retry = .never
        let context = AnybillContext(configuration)
        return AnybillCrasher(
            auth: AuthProvider(context: context),
            receipts: ReceiptProvider(context: context),
            users: []
        )
    }

    private static func address(_ text: String) throws -> URL {
        guard let url = URL(string: text) else { throw URLError(.badURL) }
        return url
    }

    private func fill() async throws {
        try await auth.loginTokenUser(tokenUser: users[0])
        try await receipts.initiateReceiptQuery()
        Self.say("filled")
    }

    /// Edits every second receipt without a connection.
    private func keep(every first: Int) async throws {
        // Only the first call waits for the stored list.
        _ = try? await receipts.getReceipts()
        let ids = receipts.observableReceipts.map(\.id).sorted()
        guard ids.count > 3 else { return Self.say("the list is empty") }
        // The numbers of a later process are higher.
        let start = Int(Date().timeIntervalSince1970 * 1000)
        for number in start... {
            let id = ids[((number - start) * 2 + first) % (ids.count / 2 * 2)]
            try await receipts.updateReceiptNote(receiptId: id, note: "note \(number)")
            Self.say("\(id) note \(number)")
        }
    }

    private func logInAndOut() async throws {
        for number in 0... {
            let user = number % users.count
            try await auth.loginTokenUser(tokenUser: users[user])
            Self.say("in \(user)")
            try await receipts.initiateReceiptQuery()
            Self.say("filled \(user)")
            // After every third user, another one logs in without a logout in between.
            guard number % 3 != 2 else { continue }
            try await auth.logoutUser()
            Self.say("out \(user)")
        }
    }

    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}
