import APIRuntime
public import SensibillAPI
public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension SensibillAPIClient {
    /// An error for a task that could not be created or did not succeed.
    ///
    /// Its messages never contain a token, a body or a query value.
    public enum TaskError: Error {
        /// The input exceeds a limit of the service, and no request was sent.
        case invalidInput(String)

        /// The request could not be sent, or no response was received.
        ///
        /// The associated value is a `TransportError`, a `CancellationError`, or the error with which the delegate's
        /// update failed.
        case executionFailure(any Error)

        /// No user token is available: no delegate is set, or the delegate has no token for the user.
        case missingUserAccessToken

        /// The server's certificate chain contains none of the pinned keys, or no keys are configured for the host.
        case serverCertificatePublicKeyUnknown

        /// The service rejected the request; the details are `nil` if the response has none.
        case apiFailure(APIError, SensibillAPIModel.ErrorDetails?)

        /// The server closed the connection without a complete response.
        case noResponse

        /// The response does not match the service's documentation.
        case unusableResponse(String)
    }
}

extension SensibillAPIClient.TaskError {
    /// Whether the same request may succeed if it is executed again.
    public var canRetry: Bool {
        switch self {
        case .executionFailure(let error): error.isPassing
        case .missingUserAccessToken, .noResponse: true
        case .apiFailure(let error, _): error.canRetry
        case .invalidInput, .serverCertificatePublicKeyUnknown, .unusableResponse: false
        }
    }

    /// Whether the service refused the token.
    var isUnauthorized: Bool {
        if case .apiFailure(.unauthorized, _) = self { true } else { false }
    }

    /// The error of a cancelled execution.
    static let cancelled = SensibillAPIClient.TaskError.executionFailure(CancellationError())

    /// Whether the execution was cancelled.
    var isCancellation: Bool {
        if case .executionFailure(let error) = self { error is CancellationError } else { false }
    }
}

extension SensibillAPIClient.TaskError: Equatable {
    /// Compares the case and its values; two execution failures are equal if they describe the same error.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        switch (lhs, rhs) {
        case (.invalidInput(let one), .invalidInput(let other)): one == other
        case (.executionFailure(let one), .executionFailure(let other)): one.isSame(as: other)
        case (.apiFailure(let one, let first), .apiFailure(let other, let second)): one == other && first == second
        case (.unusableResponse(let one), .unusableResponse(let other)): one == other
        case (.missingUserAccessToken, .missingUserAccessToken), (.noResponse, .noResponse),
            (.serverCertificatePublicKeyUnknown, .serverCertificatePublicKeyUnknown):
            true
        default: false
        }
    }
}

extension SensibillAPIClient.TaskError: LocalizedError {
    /// A description of the failure and a remedy.
    public var errorDescription: String? {
        switch self {
        case .invalidInput(let reason): reason
        case .executionFailure(let error): "The request could not be completed: \(error.shown)"
        case .missingUserAccessToken:
            "There is no access token for this user. Set a delegate that has one, or let the task renew it."
        case .serverCertificatePublicKeyUnknown:
            """
            The server's certificate could not be compared with a pinned key. Give the keys to expect in the \
            configuration's `pins`, or turn `certificatePinningEnabled` off.
            """
        case .apiFailure(let error, let details):
            [error.errorDescription, details?.summary].compactMap { $0 }.joined(separator: " ")
        case .noResponse: "The server closed the connection without a response."
        case .unusableResponse(let reason): "The response cannot be used: \(reason)"
        }
    }
}

extension SensibillAPIModel.ErrorDetails {
    /// The name and correlation id; the message is left out because it may quote the request.
    fileprivate var summary: String { "\(name.rawValue), correlation id \(correlationID)." }
}

extension SensibillAPIClient.TaskError: CustomStringConvertible {
    /// The case and its reason, without a token, a body or a query value.
    public var description: String {
        switch self {
        case .invalidInput(let reason): "invalidInput: \(reason)"
        case .executionFailure(let error): "executionFailure: \(error.shown)"
        case .missingUserAccessToken: "missingUserAccessToken"
        case .serverCertificatePublicKeyUnknown: "serverCertificatePublicKeyUnknown"
        case .apiFailure(let error, let details):
            ["apiFailure: \(error)", details?.summary].compactMap { $0 }.joined(separator: ", ")
        case .noResponse: "noResponse"
        case .unusableResponse(let reason): "unusableResponse: \(reason)"
        }
    }
}

extension Error {
    /// The description of an error whose messages contain no secret; of any other error, such as one of the delegate,
    /// only the type and the code.
    var shown: String {
        switch self {
        case let error as TransportError: "\(error)"
        case let error as TokenUpdateTimeout: error.errorDescription ?? "\(Swift.type(of: error))"
        case is CancellationError: "The task was cancelled."
        case let error as URLError: "URLError \(error.code.rawValue)"
        default: "\(Swift.type(of: self))"
        }
    }
}
