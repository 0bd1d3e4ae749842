public import Foundation

extension SensibillSDK {
    /// An error for an SDK that could not be started or stopped.
    public enum StateError: Error, Hashable, Sendable {
        /// The SDK is already started, or is being started or stopped.
        case cannotStart
        /// The SDK was stopped while it was starting.
        case startWasInterrupted
        /// The SDK is already being stopped.
        case isAlreadyStopping
        /// The user identifier is empty.
        case missingUserInContext
    }

    /// An error of a service of the SDK.
    ///
    /// The documentation names eight errors, but not the calls that throw the last five. This SDK never throws those: a
    /// failed request is a ``SensibillAPIClient/TaskError``, with the status and the details of the service, and in the
    /// upload queue it waits for the next attempt or is a refusal with its reason. They exist so that your `switch`
    /// statements compile.
    public enum ServiceError: Error, Sendable {
        /// The service's storage could not be opened.
        case cannotStart
        /// The SDK is not started.
        case notAcceptingRequests
        /// There is no API client. Never thrown: without a client, the error is ``notAcceptingRequests``.
        case noAPIProvider
        /// No document with the source id exists.
        case unknownSource
        /// The request could not be created. Never thrown: see ``SensibillAPIClient/TaskError/invalidInput(_:)``.
        case failedToCreateAPIRequest(any Error)
        /// No response was received. Never thrown: see ``SensibillAPIClient/TaskError/noResponse``.
        case noAPIResponse
        /// The service rejected the request. Never thrown: see ``SensibillAPIClient/TaskError/apiFailure(_:_:)``.
        case failedAPIRequest(String)
        /// The response failed validation. Never thrown: see
        /// ``SensibillAPIClient/TaskError/unusableResponse(_:)``.
        case responseFailedValidation
    }

    /// An error for a user without a token.
    public enum IdentityError: Error, Hashable, Sendable {
        /// The request was for a different user.
        case otherUser
        /// The response contains no token.
        case noToken
    }
}

extension SensibillSDK.StateError: LocalizedError {
    /// A description of the error and a remedy.
    public var errorDescription: String? {
        switch self {
        case .cannotStart: "The SDK is already started. Stop it before you start it again."
        case .startWasInterrupted: "The SDK was stopped while it was starting."
        case .isAlreadyStopping: "The SDK is already being stopped."
        case .missingUserInContext: "The user identifier must not be empty."
        }
    }
}

extension SensibillSDK.ServiceError: LocalizedError {
    /// A description of the error and a remedy.
    public var errorDescription: String? {
        switch self {
        case .cannotStart: "The storage of the uploads could not be opened."
        case .notAcceptingRequests: "The SDK is not started. Start it first."
        case .noAPIProvider: "There is no API client. Start the SDK first."
        case .unknownSource: "There is no document with this source id."
        case .failedToCreateAPIRequest: "The request could not be created."
        case .noAPIResponse: "No response was received."
        case .failedAPIRequest(let reason): "The service rejected the request: \(reason)"
        case .responseFailedValidation: "The response does not match the request."
        }
    }
}

extension SensibillSDK.ServiceError: CustomStringConvertible {
    /// The case, with the type of an underlying error.
    public var description: String {
        switch self {
        case .cannotStart: "cannotStart"
        case .notAcceptingRequests: "notAcceptingRequests"
        case .noAPIProvider: "noAPIProvider"
        case .unknownSource: "unknownSource"
        case .failedToCreateAPIRequest(let error): "failedToCreateAPIRequest: \(error.shown)"
        case .noAPIResponse: "noAPIResponse"
        case .failedAPIRequest(let reason): "failedAPIRequest: \(reason)"
        case .responseFailedValidation: "responseFailedValidation"
        }
    }
}

extension SensibillSDK.IdentityError: LocalizedError {
    /// The reason, in one sentence.
    public var errorDescription: String? {
        switch self {
        case .otherUser: "The token request was for a different user."
        case .noToken: "The response contains no token."
        }
    }
}
