import APIRuntime

/// The effect of a failed request on a document in the queue.
enum UploadFailure: Equatable, Sendable {
    /// The queue was stopped and the document is unchanged.
    case stopped
    /// No request can succeed now: no network, no token or no trusted server. Does not count as a failed attempt.
    case offline
    /// The service failed; the next attempt may succeed.
    case passing(cause: String)
    /// The service will never accept the document.
    case permanent(cause: String)

    /// Creates the upload failure for a task's error.
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
        // An error of the delegate is treated like a missing token.
        guard let error = error as? TransportError else { return .offline }
        return error.code == .unreachable ? .offline : .passing(cause: cause)
    }
}
