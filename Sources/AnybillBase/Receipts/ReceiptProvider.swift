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
    /// Loaded from the store without a request, and changed by queries, edits, deletions and logouts.
    @Published public private(set) var observableReceipts: [Receipt] = []

    /// The former name of ``observableReceipts``, with a publisher for code of 1.x.
    @available(*, deprecated, renamed: "observableReceipts")
    @Published public internal(set) var observableBills: [Receipt] = []

    /// The user's total number of receipts according to the current query; `nil` before the first query.
    ///
    /// Persists across launches of the app, and decreases with every deleted receipt.
    @Published public private(set) var totalReceipts: Int?

    /// Whether ``observableReceipts`` contains all receipts of the current query.
    ///
    /// This is also correct if a receipt could not be read, and after a launch of the app.
    @Published public private(set) var finishedLoadingReceipts = false

    /// Whether the list is stored on the device; `false` while the store cannot be written, for example because the disk
    /// is full.
    ///
    /// The list works without the store, but would be lost with the process.
    @Published public private(set) var isListStored = true

    /// The edits that were kept without a connection, and that the service refused when they were sent, oldest first.
    ///
    /// Their calls have succeeded, so this is the only notice. They persist across launches of the app until
    /// ``dismissRefusedEdits()`` or the logout. ``observableReceipts`` no longer shows them.
    @Published public private(set) var refusedEdits: [RefusedReceiptEdit] = []

    /// The context that the provider uses.
    public let context: AnybillContext

    /// The edits of ``refusedEdits`` as the library has them.
    private(set) var refusals: [EditRefusal] = []

    private var version = 0
    private var attached: Task<Void, Never>?
    private let updates = Broadcast<[Receipt]>(keepingNewest: 1)

    /// Creates a provider; providers with the same context show the same list.
    ///
    /// The stored receipts are read in the background and published as soon as they are read, usually within
    /// milliseconds.
    public init(context: AnybillContext) {
        self.context = context
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

    /// Runs a call of the user who is logged in, and publishes its effect on the list before it returns.
    ///
    /// - Parameters:
    ///   - followsLogin: Whether the call may be for another user whom another context has logged in since the last call.
    ///   - isOrdered: Whether the body lets the next call with a completion handler begin.
    ///   - body: The call, with the name of the login; `nil` for none.
    /// - Returns: The result of the body.
    /// - Throws: An ``AnybillError`` for any failure.
    func call<Value: Sendable>(
        followsLogin: Bool = false,
        isOrdered: Bool = false,
        _ body: @Sendable (_ login: String?) async throws -> Value
    ) async throws -> Value {
        try await context.userCall(followsLogin: followsLogin, isOrdered: isOrdered) { [attached] login in
            await attached?.value
            return try await body(login)
        }
    }

    private func show(_ snapshot: ReceiptLibrary.Snapshot) -> Bool {
        guard snapshot.version > version else { return true }
        version = snapshot.version
        let isFinished = snapshot.query.map { $0.continuationToken == nil } ?? false
        if totalReceipts != snapshot.query?.totalCount { totalReceipts = snapshot.query?.totalCount }
        if finishedLoadingReceipts != isFinished { finishedLoadingReceipts = isFinished }
        if isListStored != snapshot.isStored { isListStored = snapshot.isStored }
        if refusals != snapshot.refusals {
            refusals = snapshot.refusals
            refusedEdits = refusals.map(RefusedReceiptEdit.init)
        }
        guard !snapshot.receipts.isEmpty || !observableReceipts.isEmpty else { return true }
        let former = observableReceipts
        observableReceipts = snapshot.receipts
        (self as any FormerReceiptNames).observableBills = snapshot.receipts
        updates.send(snapshot.receipts)
        release(consume former)
        return true
    }

    /// Releases a former list outside the main actor, which takes milliseconds for thousands of receipts.
    private func release(_ receipts: consuming [Receipt]) {
        Task.detached(priority: .utility) { withExtendedLifetime(receipts) {} }
    }

    /// Waits until the stored receipts are published, for tests.
    func waitUntilLoaded() async { await attached?.value }
}

/// The deprecated names, through which this module can use them without a warning.
@MainActor
private protocol FormerReceiptNames: AnyObject {
    /// The list under its former name.
    var observableBills: [Receipt] { get set }
}

extension ReceiptProvider: FormerReceiptNames {}
