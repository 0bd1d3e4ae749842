/// A page that is on its way while the one before it is read.
///
/// The transfer ends with its last reference.
final class PageAhead<Item: Sendable>: Sendable {
    private let task: Task<ResultPage<Item>, any Error>

    /// Starts to fetch a page.
    init(_ fetch: @escaping @Sendable () async throws -> ResultPage<Item>) {
        task = Task { try await fetch() }
    }

    deinit {
        task.cancel()
    }

    /// The page; a cancelled caller cancels its transfer.
    func page() async throws -> ResultPage<Item> {
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
