import APIRuntime

/// The connection from the upload queue to the call that sends the bytes.
enum UploadMeter {
    /// A closure that receives the progress of the document that this task uploads; `nil` if progress is not reported.
    @TaskLocal static var listener: (@Sendable (TransferProgress) -> Void)?
}
