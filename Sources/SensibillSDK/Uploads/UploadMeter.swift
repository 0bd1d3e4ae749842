import APIRuntime

/// A link between the upload queue, which knows the document, and the call that sends its bytes.
enum UploadMeter {
    /// A closure that receives the progress of the document that this task uploads; `nil` if progress is not reported.
    @TaskLocal static var listener: (@Sendable (TransferProgress) -> Void)?

    /// A closure that returns whether the document that this task uploads is still in the queue; `nil` outside of the
    /// queue's attempts.
    @TaskLocal static var isQueued: (@Sendable () -> Bool)?

    /// Whether the app has removed the document that this task uploads.
    static var isRemoved: Bool { isQueued.map { !$0() } ?? false }
}
