import APIRuntime
public import AnybillAPI
import Foundation

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

/// A provider that fetches, stores, edits and searches the user's receipts.
///
/// Receipts can be fetched in two ways. A query fetches page after page with
/// ``initiateReceiptQuery(take:orderBy:orderDirection:)`` and ``continueReceiptQuery(take:)``, and fills
/// ``observableReceipts``, which persists across launches of the app. Direct access with
/// ``getReceipts(take:orderBy:orderDirection:continuationToken:)`` leaves paging to the app. Every method exists as an
/// `async` method and with a completion handler on the main actor.
@preconcurrency
@MainActor
public final class ReceiptProvider: ObservableObject {
    /// The provider of the app, configured by the app's settings.
    public static let shared = ReceiptProvider(context: .shared)

    /// The receipts stored on the device, in the order of the current query.
    ///
    /// Loaded from the store before any request is sent, and changed by queries, edits, deletions and logouts.
    @Published public private(set) var observableReceipts: [Receipt]

    /// The context that the provider uses.
    public let context: AnybillContext

    private var version = 0
    private var attached: Task<Void, Never>?
    private let updates = Broadcast<[Receipt]>(keepingNewest: 1)

    /// The number of receipts that are loaded synchronously by the initializer; the others are loaded in the
    /// background.
    static let firstReceipts = 100

    /// Creates a provider; providers with the same context show the same list.
    public init(context: AnybillContext) {
        self.context = context
        let kept = (try? context.storage.current?.receipts(limit: Self.firstReceipts)) ?? []
        _observableReceipts = Published(initialValue: kept)
        attached = Task { [library = context.library] in
            await library.add { [weak self] snapshot in self?.show(snapshot) ?? false }
        }
    }

    /// The values of ``observableReceipts``, starting with the current one; a slow reader receives only the newest.
    ///
    /// Each access creates a separate stream.
    public var receiptUpdates: AsyncStream<[Receipt]> {
        updates.stream(first: observableReceipts)
    }

    /// Runs a call of a logged-in user and publishes its effect on the list before it returns.
    ///
    /// - Throws: An ``AnybillError`` for any failure.
    func call<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        await attached?.value
        return try await context.call(body)
    }

    private func show(_ snapshot: ReceiptLibrary.Snapshot) -> Bool {
        guard snapshot.version > version else { return true }
        let isFirst = version == 0
        version = snapshot.version
        // The receipts that a new provider has loaded itself need not be published twice.
        if isFirst, snapshot.receipts.count == observableReceipts.count, snapshot.receipts == observableReceipts {
            return true
        }
        observableReceipts = snapshot.receipts
        updates.send(snapshot.receipts)
        return true
    }
}
