import APIRuntime

/// What a failed request means for a document in the queue.
enum UploadFailure: Equatable, Sendable {
    /// The queue was stopped: nothing has happened.
    case stopped
    /// Nothing can be sent now: no network, no token, no trusted server. Not the document's fault, so not counted.
    case offline
    /// The service failed; the next attempt may succeed.
    case passing(cause: String)
    /// The service will never take the document.
    case permanent(cause: String)

    /// Judges a task's failure.
    init(_ error: SensibillAPIClient.TaskError) {
        if error.isCancellation {
            self = .stopped
            return
        }
        let cause = error.errorDescription ?? "unknown"
        switch error {
        case .missingUserAccessToken, .serverCertificatePublicKeyUnknown: self = .offline
        case .executionFailure(let inner): self = Self.judge(inner, cause)
        case .noResponse, .unusableResponse: self = .passing(cause: cause)
        case .apiFailure(let failure, _): self = failure.canRetry ? .passing(cause: cause) : .permanent(cause: cause)
        case .invalidInput: self = .permanent(cause: cause)
        }
    }

    private static func judge(_ error: any Error, _ cause: String) -> UploadFailure {
        // A failure of the delegate's own is like a missing token.
        guard let error = error as? TransportError else { return .offline }
        return error.code == .unreachable ? .offline : .passing(cause: cause)
    }
}
