import APIRuntime

/// Leads from the queue, which knows whose bytes they are, to the call that sends them.
enum UploadMeter {
    /// Told how far the document has come that this task uploads; `nil` counts nothing.
    @TaskLocal static var listener: (@Sendable (TransferProgress) -> Void)?
}
