import APIRuntime
import AnybillAPI

/// A failed call with what the failure says about its effect.
struct CallFault: Error {
    /// The certainty about the effect of a failed call.
    enum Kind: Hashable, Sendable {
        /// The service refused the call, which therefore had no effect.
        case refused
        /// The service does not have the receipt.
        case gone
        /// Nothing was sent, so the call had no effect and may be made later.
        case notSent
        /// The service may have received and performed the call.
        case lost
    }

    /// The certainty about the effect.
    let kind: Kind
    /// The error for the caller.
    let error: any AnybillError

    /// Whether the call may succeed later.
    var isTemporary: Bool { kind == .notSent || kind == .lost }

    /// Whether the service refused the request itself, as it refuses an unknown continuation token.
    var isRefusedRequest: Bool {
        kind == .gone || kind == .refused && [400, 410, 412, 422].contains(error.code)
    }

    /// Creates a fault.
    init(_ kind: Kind, _ error: any AnybillError) {
        self.kind = kind
        self.error = error
    }

    /// Creates the fault of an error that a call of the generated client has thrown; a fault is returned unchanged.
    init(_ error: any Error) {
        if let fault = error as? CallFault {
            self = fault
            return
        }
        self.init(Self.kind(of: error), ErrorMapping.error(for: error))
    }

    /// The fault of a receipt that does not exist.
    static var gone: CallFault {
        CallFault(.gone, AnybillDefaultError(type: .genericError, code: 404, title: "The receipt does not exist."))
    }

    /// The fault of an edit of a receipt whose earlier edit waits for a connection.
    static var behindKeptEdit: CallFault {
        let title = "An earlier edit of the receipt waits for a connection."
        return CallFault(.notSent, AnybillDefaultError(type: .networkError, code: 0, title: title))
    }

    /// The fault of an edit of a receipt whose earlier edit another context does not finish.
    static var behindOtherContext: CallFault {
        let title = "An earlier edit of the receipt is in progress in another process."
        return CallFault(.notSent, AnybillDefaultError(type: .networkError, code: 0, title: title))
    }

    private static func kind(of error: any Error) -> Kind {
        guard let error = error as? any OperationError else { return .lost }
        switch error.failure {
        case .transport(let error): return kind(of: error.code)
        case .unauthenticated(let error): return error.code == .unreachable ? .notSent : .refused
        case .decoding, .cancelled: return .lost
        case .undocumented, nil: return kind(ofStatus: error.status ?? 0)
        }
    }

    private static func kind(of code: TransportError.Code) -> Kind {
        switch code {
        case .unreachable: .notSent
        case .invalidRequest, .noServer: .refused
        default: .lost
        }
    }

    private static func kind(ofStatus status: Int) -> Kind {
        switch status {
        case 404: .gone
        case 400..<500 where status != 408: .refused
        default: .lost
        }
    }
}
