import APIRuntime
import SensibillAPI

extension SensibillAPIClient.TaskError {
    /// Creates the error for a failure of a generated operation call.
    init(call error: any Error) {
        switch error {
        case let error as Self: self = error
        case is CancellationError: self = .cancelled
        case let error as any OperationError: self.init(operation: error)
        default: self = .executionFailure(error)
        }
    }

    private init(operation error: any OperationError) {
        switch error.failure {
        case .undocumented(let response): self = .apiFailure(.init(status: response.status), try? response.json())
        case .transport(let error): self.init(transport: error)
        case .decoding(let failure): self = .unusableResponse("\(failure)")
        case .cancelled: self = .cancelled
        case .unauthenticated: self = .missingUserAccessToken
        case nil: self = .apiFailure(.init(status: error.status ?? 0), Self.details(of: error))
        }
    }

    private init(transport error: TransportError) {
        switch error.code {
        case .certificatePin: self = .serverCertificatePublicKeyUnknown
        case .invalidRequest, .noServer: self = .invalidInput(error.message)
        case .connection, .malformedResponse: self = .noResponse
        case .tooLarge: self = .unusableResponse(error.message)
        default: self = .executionFailure(error)
        }
    }

    /// The details of a documented failure; every one in this service is a case with an `ErrorResponse`.
    private static func details(of error: any OperationError) -> SensibillAPIModel.ErrorDetails? {
        error.body as? SensibillAPIModel.ErrorDetails
    }
}
