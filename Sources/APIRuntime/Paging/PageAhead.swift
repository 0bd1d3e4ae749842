/// A page that is fetched while the page before it is read.
///
/// Releasing the last reference cancels the transfer.
final class PageAhead<Item: Sendable>: Sendable {
    private let task: Task<ResultPage<Item>, any Error>

    /// Starts fetching a page.
    init(_ fetch: @escaping @Sendable () async throws -> ResultPage<Item>) {
        task = Task { try await fetch() }
    }

    deinit {
        task.cancel()
    }

    /// Returns the page; cancelling the caller cancels the transfer.
    ///
    /// - Throws: The error of the fetch.
    func page() async throws -> ResultPage<Item> {
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
