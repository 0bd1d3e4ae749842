import APIRuntime
public import SensibillAPI
public import Foundation

extension SensibillAPIClient {
    /// Why a task could not be created or did not succeed.
    ///
    /// No text of it holds a token, a body or a query value.
    public enum TaskError: Error {
        /// The input breaks a limit of the service. Nothing was sent.
        case invalidInput(String)

        /// The request could not be made, or its response did not come.
        ///
        /// Holds a `TransportError`, a `CancellationError`, or what the delegate gave for its failed update.
        case executionFailure(any Error)

        /// There is no user token: no delegate, or it has none for this user.
        case missingUserAccessToken

        /// The server's certificate carries none of the expected keys, or no keys were given to compare with.
        case serverCertificatePublicKeyUnknown

        /// The service refused the request; with what it says about it, where it says something.
        case apiFailure(APIError, SensibillAPIModel.ErrorDetails?)

        /// The server closed the connection without a complete response.
        case noResponse

        /// A response came, but not one that the service documents.
        case unusableResponse(String)
    }
}

extension SensibillAPIClient.TaskError {
    /// Whether the same request may succeed when it is executed again.
    public var canRetry: Bool {
        switch self {
        case .executionFailure(let error): error.isPassing
        case .missingUserAccessToken, .noResponse: true
        case .apiFailure(let error, _): error.canRetry
        case .invalidInput, .serverCertificatePublicKeyUnknown, .unusableResponse: false
        }
    }

    /// The execution was cancelled.
    static let cancelled = SensibillAPIClient.TaskError.executionFailure(CancellationError())

    /// Whether the execution was cancelled.
    var isCancellation: Bool {
        if case .executionFailure(let error) = self { error is CancellationError } else { false }
    }
}

extension SensibillAPIClient.TaskError: Equatable {
    /// Compares kind and content; two failures of execution are equal when they show the same error.
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
    /// What failed, and what to do about it.
    public var errorDescription: String? {
        switch self {
        case .invalidInput(let reason): reason
        case .executionFailure(let error): "The request could not be completed: \(error)"
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
    /// Name and trace id; the message may quote what was sent, so it is left out.
    fileprivate var summary: String { "\(name.rawValue), correlation id \(correlationID)." }
}
