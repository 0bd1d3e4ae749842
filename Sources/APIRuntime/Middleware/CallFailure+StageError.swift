extension CallFailure {
    /// The failure that a caller receives for an error that a stage threw.
    ///
    /// - Parameter error: The error of a built-in stage or of a user's middleware.
    init(stageError error: any Error) {
        switch error {
        case let failure as CallFailure: self = failure
        case let error as TransportError: self = CallFailure(error)
        case let error as AuthenticationError: self = CallFailure(error)
        case let error as ChunkTransformError: self = CallFailure(stageError: error.cause)
        case is CancellationError: self = .cancelled
        default: self = Task.isCancelled ? .cancelled : .transport(.middleware(error))
        }
    }

    /// The failure that the reader of a body receives.
    ///
    /// - Parameter error: The error that ended the body.
    init(bodyError error: any Error) {
        switch error {
        case is CallFailure, is TransportError, is AuthenticationError, is ChunkTransformError, is CancellationError:
            self = CallFailure(stageError: error)
        default:
            let lost = TransportError(.connection, "The response ended early.", underlying: "\(type(of: error))")
            self = .transport(lost)
        }
    }

    /// The code of the error that ended an attempt.
    var transportCode: TransportError.Code {
        switch self {
        case .transport(let error): error.code
        case .cancelled: .cancelled
        case .undocumented, .decoding, .unauthenticated: .middleware
        }
    }
}

extension TransportResponseBody {
    /// Reads all bytes.
    ///
    /// - Throws: ``TransportError/Code/tooLarge`` as soon as the body is longer than `limit` bytes; the reason for an
    ///   early end.
    func complete(upTo limit: Int) async throws(CallFailure) -> [UInt8] {
        do {
            guard case .chunks(let chunks) = self else { return try await collect(upTo: limit) }
            var bytes: [UInt8] = []
            for try await chunk in chunks {
                guard chunk.count <= limit - bytes.count else { throw TransportError.tooLarge(limit) }
                bytes += chunk
            }
            return bytes
        } catch {
            throw CallFailure(bodyError: error)
        }
    }
}
