import APIRuntime

/// A link between the upload queue, which knows the document, and the call that sends its bytes.
enum UploadMeter {
    /// A closure that receives the progress of the document that this task uploads; `nil` if progress is not reported.
    @TaskLocal static var listener: (@Sendable (TransferProgress) -> Void)?
}
