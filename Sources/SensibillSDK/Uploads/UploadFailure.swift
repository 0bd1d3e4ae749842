import APIRuntime
import SensibillAPI

/// The effect of a failed request on a document in the queue.
///
/// Only ``refused(cause:)`` ends an upload: every other failure says nothing about the document, which waits for the
/// next attempt.
enum UploadFailure: Error, Equatable, Sendable {
    /// The queue was stopped and the document is unchanged.
    case stopped
    /// The service has not stored the document: nothing was sent, or the service responded that it did not accept the
    /// request.
    case notStored
    /// The service has not stored the document, because there was no valid token.
    case unauthorized(TokenFault)
    /// The service may have stored the document: its response was lost, or the service reported an error.
    case unknown
    /// The document cannot be uploaded: the service refuses it, as it documents for invalid requests, or its file on
    /// the device is damaged.
    case refused(cause: String)

    /// Creates the upload failure for a task's error.
    init(_ error: SensibillAPIClient.TaskError) {
        if error.isCancellation {
            self = .stopped
            return
        }
        switch error {
        case .missingUserAccessToken: self = .unauthorized(.missing)
        case .invalidInput: self = .notStored
        case .executionFailure(let inner): self = Self.judge(inner)
        // The error does not say whether an earlier request of the same call was sent.
        case .serverCertificatePublicKeyUnknown, .noResponse, .unusableResponse: self = .unknown
        case .apiFailure(let failure, let details):
            if failure == .unauthorized {
                self = .unauthorized(.refused)
            } else if failure == .badRequest, let details, details.name.isRefusal {
                self = .refused(cause: error.errorDescription ?? "unknown")
            } else {
                self = Self.withoutEffect.contains(failure.status) ? .notStored : .unknown
            }
        }
    }

    /// The statuses with which a server rejects a request before it changes anything.
    ///
    /// A conflict (409) is none of them: the service may have the document already. Nor is any other status that the
    /// service does not document.
    private static let withoutEffect: Set<Int> = [400, 403, 404, 413, 415, 429]

    /// Whether the service certainly has not stored the document.
    var isWithoutEffect: Bool {
        switch self {
        case .notStored, .unauthorized: true
        case .stopped, .unknown, .refused: false
        }
    }

    /// The reason for which there was no valid token; `nil` for another failure.
    var tokenFault: TokenFault? {
        if case .unauthorized(let fault) = self { fault } else { nil }
    }

    private static func judge(_ error: any Error) -> UploadFailure {
        // An error of the delegate is treated like a missing token.
        guard let error = error as? TransportError else { return .unauthorized(.missing) }
        return error.sent.isNothing ? .notStored : .unknown
    }
}

extension ErrorName {
    /// Whether the error is about the content of the request: the same request never succeeds.
    ///
    /// The other names concern tokens, permissions and the service's own faults.
    fileprivate var isRefusal: Bool {
        switch self {
        case .badRequestError, .invalidParameterError, .invalidParametersError, .missingParameterError,
            .missingRequestBodyError, .parameterNotAllowedError, .validationFailedError:
            true
        default: false
        }
    }
}
