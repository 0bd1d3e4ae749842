public import Foundation

extension SensibillSDK {
    /// Why the SDK could not be started or stopped.
    public enum StateError: Error, Hashable, Sendable {
        /// It is started already, or being started or stopped.
        case cannotStart
        /// It was stopped while it was being started.
        case startWasInterrupted
        /// It is being stopped already.
        case isAlreadyStopping
        /// No user was named.
        case missingUserInContext
    }

    /// Why a service of the SDK cannot do what is asked.
    public enum ServiceError: Error, Sendable {
        /// The service's storage could not be opened.
        case cannotStart
        /// The SDK is not started.
        case notAcceptingRequests
        /// There is no API client.
        case noAPIProvider
        /// No document has this source id.
        case unknownSource
        /// The request could not be made.
        case failedToCreateAPIRequest(any Error)
        /// No response came.
        case noAPIResponse
        /// The service refused the request.
        case failedAPIRequest(String)
        /// The response is not what was asked for.
        case responseFailedValidation
    }

    /// Why there is no token for the user.
    public enum IdentityError: Error, Hashable, Sendable {
        /// The question was about another user.
        case otherUser
        /// The response has no token.
        case noToken
    }
}

extension SensibillSDK.StateError: LocalizedError {
    /// What is wrong, and what to do.
    public var errorDescription: String? {
        switch self {
        case .cannotStart: "The SDK is started already. Stop it before it is started again."
        case .startWasInterrupted: "The SDK was stopped while it was being started."
        case .isAlreadyStopping: "The SDK is being stopped already."
        case .missingUserInContext: "The user identifier must not be empty."
        }
    }
}

extension SensibillSDK.ServiceError: LocalizedError {
    /// What is wrong, and what to do.
    public var errorDescription: String? {
        switch self {
        case .cannotStart: "The storage of the uploads could not be opened."
        case .notAcceptingRequests: "The SDK is not started. Start it first."
        case .noAPIProvider: "There is no API client. Start the SDK first."
        case .unknownSource: "There is no document with this source id."
        case .failedToCreateAPIRequest: "The request could not be made."
        case .noAPIResponse: "No response came."
        case .failedAPIRequest(let reason): "The service refused the request: \(reason)"
        case .responseFailedValidation: "The response is not what was asked for."
        }
    }
}
