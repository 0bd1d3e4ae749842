/// What happened to a document that was handed over for upload.
///
/// More cases may follow.
public enum DocumentUploadStatusInfo: Hashable, Codable, Sendable {
    /// The service has the document and reads it.
    case uploaded(documentId: String)
    /// An attempt failed; another one follows.
    case uploadFailedAttempt
    /// The document will not be uploaded.
    case uploadPermanentlyFailed(cause: String)
    /// The service could not read the document.
    case processedFailed(documentId: String)
    /// The service has read the document.
    case processedSuccess(documentId: String)
}

extension DocumentUploadStatusInfo {
    /// Whether nothing follows for this document.
    public var isFinal: Bool {
        switch self {
        case .uploaded, .uploadFailedAttempt: false
        case .uploadPermanentlyFailed, .processedFailed, .processedSuccess: true
        }
    }
}

extension DocumentUploadStatusInfo: CustomStringConvertible {
    /// The case with its document or cause.
    public var description: String {
        switch self {
        case .uploaded(let documentId): "uploaded as \(documentId)"
        case .uploadFailedAttempt: "upload failed, another attempt follows"
        case .uploadPermanentlyFailed(let cause): "upload failed for good: \(cause)"
        case .processedFailed(let documentId): "\(documentId) could not be read"
        case .processedSuccess(let documentId): "\(documentId) was read"
        }
    }
}
