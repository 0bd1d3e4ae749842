import APIRuntime
public import AnybillAPI
import Foundation

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

/// The receipts of the user: fetched, kept on the device, edited and searched.
///
/// Two ways lead to receipts. A query fetches page after page with ``initiateReceiptQuery(take:orderBy:orderDirection:)``
/// and ``continueReceiptQuery(take:)``, and fills ``observableReceipts``, which also survives the app's end. Direct
/// access with ``getReceipts(take:orderBy:orderDirection:continuationToken:)`` leaves paging to the app. Every method
/// exists as an `async` function and with a call-back on the main actor.
@preconcurrency
@MainActor
public final class ReceiptProvider: ObservableObject {
    /// The provider of the app, configured by its settings.
    public static let shared = ReceiptProvider(context: .shared)

    /// The receipts kept on the device, in the order of the running query.
    ///
    /// Filled from the store before anything is sent, and changed by queries, edits, deletions and log-outs.
    @Published public private(set) var observableReceipts: [Receipt]

    /// What the provider works on.
    public let context: AnybillContext

    private var version = 0
    private var attached: Task<Void, Never>?
    private let updates = Broadcast<[Receipt]>(keepingNewest: 1)

    /// Receipts read at once when a provider is made; the rest follows at once in the background.
    static let firstReceipts = 100

    /// Creates a provider; several over one context show the same list.
    public init(context: AnybillContext) {
        self.context = context
        let kept = (try? context.storage.current?.receipts(limit: Self.firstReceipts)) ?? []
        _observableReceipts = Published(initialValue: kept)
        attached = Task { [library = context.library] in
            await library.add { [weak self] snapshot in self?.show(snapshot) ?? false }
        }
    }

    /// The values of ``observableReceipts``, the present one first; a slow reader gets the newest only.
    ///
    /// Each use is a stream of its own.
    public var receiptUpdates: AsyncStream<[Receipt]> {
        updates.stream(first: observableReceipts)
    }

    /// Runs a call of a logged-in user, whose effect on the list is published when it returns.
    func call<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        await attached?.value
        return try await context.call(body)
    }

    private func show(_ snapshot: ReceiptLibrary.Snapshot) -> Bool {
        guard snapshot.version > version else { return true }
        let isFirst = version == 0
        version = snapshot.version
        // What a new provider has read by itself need not be published twice.
        if isFirst, snapshot.receipts.count == observableReceipts.count, snapshot.receipts == observableReceipts {
            return true
        }
        observableReceipts = snapshot.receipts
        updates.send(snapshot.receipts)
        return true
    }
}
