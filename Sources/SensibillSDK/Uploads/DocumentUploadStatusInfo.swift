/// The status of a document that was added for upload.
///
/// Later versions may add cases.
public enum DocumentUploadStatusInfo: Hashable, Codable, Sendable {
    /// The service has received the document and is reading it.
    case uploaded(documentId: String)
    /// An attempt has failed, and another one follows.
    case uploadFailedAttempt
    /// The document cannot be uploaded, because the service refuses it or its file on the device is damaged. It stays
    /// in the queue until the app retries or removes it.
    case uploadPermanentlyFailed(cause: String)
    /// The service could not read the document.
    case processedFailed(documentId: String)
    /// The service has read the document.
    case processedSuccess(documentId: String)
}

extension DocumentUploadStatusInfo {
    /// Whether this is the last event of the document.
    public var isFinal: Bool {
        switch self {
        case .uploaded, .uploadFailedAttempt: false
        case .uploadPermanentlyFailed, .processedFailed, .processedSuccess: true
        }
    }
}

extension DocumentUploadStatusInfo: CustomStringConvertible {
    /// A description with the document id or the cause.
    public var description: String {
        switch self {
        case .uploaded(let documentId): "uploaded as \(documentId)"
        case .uploadFailedAttempt: "upload failed, another attempt follows"
        case .uploadPermanentlyFailed(let cause): "upload failed permanently: \(cause)"
        case .processedFailed(let documentId): "\(documentId) could not be read"
        case .processedSuccess(let documentId): "\(documentId) was read"
        }
    }
}
