import APIRuntime
import AnybillAPI
import Foundation
import HTTPTypes
import SandboxServer

/// The outcome of a call.
enum SoakOutcome: Hashable, Sendable {
    case success
    /// A failure that the operation documents, with its status.
    case documented(Int)
    /// A status that the operation does not document.
    case undocumented(Int)
    /// No complete response was received.
    case transport(String)
    /// The session could not provide a credential, with the reason.
    case unauthenticated(String)
    /// An outcome that must not occur: a success that cannot be decoded, or a cancelled call.
    case wrong(String)

    init(_ error: some OperationError) {
        switch error.failure {
        case nil: self = .documented(error.status ?? 0)
        case .undocumented(let response): self = .undocumented(response.status)
        case .transport(let error): self = .transport(error.code.rawValue)
        case .unauthenticated(let error): self = .unauthenticated(error.code.description)
        case .decoding(let failure): self = .wrong("decoding: \(failure)")
        case .cancelled: self = .wrong("cancelled")
        }
    }

    /// The name for the table.
    var name: String {
        switch self {
        case .success: "success"
        case .documented(let status): "documented failure \(status)"
        case .undocumented(let status): "undocumented status \(status)"
        case .transport(let code): "no response: \(code)"
        case .unauthenticated(let code): "no credential: \(code)"
        case .wrong(let text): "WRONG: \(text)"
        }
    }
}

/// A session, two clients that share it, one for each transport, and the calls that they make.
struct SoakStage: Sendable {
    let sandbox: SandboxServer
    let witness: SoakWitness
    private let clients: [AnybillClient]
    private let ids: [String]

    init(_ sandbox: SandboxServer, _ transports: [any HTTPTransport]) async throws {
        self.sandbox = sandbox
        let witness = SoakWitness(AlternatingTransport(transports))
        self.witness = witness
        let servers = AnybillServers(all: sandbox.baseURL)
        let account = sandbox.credentials.anybill
        var configuration = ClientConfiguration(transport: witness)
        configuration.deadline = .seconds(30)
        configuration.retry = RetryPolicy(
            maximumAttempts: 4,
            baseDelay: .milliseconds(2),
            budget: RetryBudget(capacity: 200, deposit: 1)
        )
        let refresher = AnybillClient(servers: servers, configuration: configuration)
            .userTokenRefresher(clientID: account.clientID)
        // Tokens expire about every second here, which exceeds the usual limit of refreshes.
        let session = TokenSession(
            refresher: refresher,
            refreshAhead: .zero,
            refreshLimit: RefreshLimit(count: 1_000)
        )
        let token = OAuthToken(accessToken: account.user.accessToken, refreshToken: account.user.refreshToken)
        try await session.signIn(token, partition: account.user.id)
        var cached = configuration
        cached.cache = ResponseCache()
        clients = [configuration, cached].map {
            AnybillClient(servers: servers, credentials: AnybillCredentials(userToken: session), configuration: $0)
        }
        ids = try await Self.receipts(clients[0]).map(\.id)
    }

    /// Returns the current marks of all receipts on the server.
    func marks() async throws -> [String: Bool] {
        let receipts = try await Self.receipts(clients[0])
        return Dictionary(uniqueKeysWithValues: receipts.map { ($0.id, $0.misc.isFavourite) })
    }

    private static func receipts(_ client: AnybillClient) async throws -> [Receipt] {
        var receipts: [Receipt] = []
        let pages = client.receipts.listPages(orderBy: .date, orderDirection: .descending, take: 100)
        for try await receipt in pages.items { receipts.append(receipt) }
        return receipts
    }

    /// Makes calls one after the other.
    func work(_ random: SoakRandom, count: Int, name: String) async -> [SoakOutcome] {
        var random = random
        var outcomes: [SoakOutcome] = []
        for number in 0..<count {
            let client = clients[random.next(below: clients.count)]
            let id = ids[random.next(below: ids.count)]
            var options = CallOptions()
            options.headers[SoakWitness.callField] = "\(name)-\(number)"
            outcomes.append(await call(random.next(below: 6), client, id, options))
        }
        return outcomes
    }

    private func call(_ kind: Int, _ client: AnybillClient, _ id: String, _ options: CallOptions) async -> SoakOutcome {
        switch kind {
        case 0:
            await outcome { () async throws(ListReceiptsError) in
                _ = try await client.receipts.list(
                    orderBy: .date,
                    orderDirection: .descending,
                    take: 20,
                    options: options
                )
            }
        case 1:
            await outcome { () async throws(GetReceiptError) in
                _ = try await client.receipts.get(receiptId: id, options: options)
            }
        case 2:
            await outcome { () async throws(GetReceiptPdfError) in
                _ = try await client.receipts.pdf(receiptId: id, options: options)
            }
        case 3:
            await outcome { () async throws(UpdateReceiptNoteError) in
                let note = ReceiptNoteUpdate(note: "soaked")
                _ = try await client.receipts.updateNote(receiptId: id, body: note, options: options)
            }
        case 4:
            await outcome { () async throws(GetCurrentUserError) in _ = try await client.users.current(options: options)
            }
        default:
            await outcome { () async throws(ToggleReceiptFavouriteError) in
                _ = try await client.receipts.toggleFavourite(receiptId: id, options: options)
            }
        }
    }

    private func outcome<Failure: OperationError>(_ body: () async throws(Failure) -> Void) async -> SoakOutcome {
        do {
            try await body()
            return .success
        } catch {
            return SoakOutcome(error)
        }
    }
}

/// A transport that alternates between several transports.
private struct AlternatingTransport: HTTPTransport {
    private let transports: [any HTTPTransport]
    private let count = LockedState(0)

    init(_ transports: [any HTTPTransport]) {
        self.transports = transports
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return try await transports[number % transports.count].send(request)
    }
}
