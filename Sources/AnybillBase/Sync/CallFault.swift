import APIRuntime
import AnybillAPI
import HTTPTypes

/// A failed call with what the failure says about its effect.
struct CallFault: Error {
    /// The certainty about the effect of a failed call.
    enum Kind: Hashable, Sendable {
        /// The service refused the call, which therefore had no effect.
        case refused
        /// The service does not have the receipt.
        case gone
        /// The call was refused for reasons that may pass, or not by the service, and had no effect.
        case postponed
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
    var isTemporary: Bool { kind == .notSent || kind == .lost || kind == .postponed }

    /// Whether the request itself was refused, as the service refuses an unknown continuation token.
    var isRefusedRequest: Bool {
        kind != .notSent && kind != .lost && [400, 404, 410, 412, 422].contains(error.code)
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

    /// The fault of a toggle whose responses show the opposite value again and again.
    static var undone: CallFault {
        let title = "The receipt was toggled by other requests at the same time."
        return CallFault(.refused, AnybillDefaultError(type: .unknown, code: 0, title: title))
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
        case .unauthenticated(let error): return kind(of: error.code)
        case .decoding, .cancelled: return .lost
        case .undocumented(let response): return kind(ofStatus: response.status, isByService: isPlain(response))
        case nil: return kind(ofStatus: error.status ?? 0, isByService: error.problem.map(isDescribed) ?? true)
        }
    }

    private static func kind(of code: AuthenticationError.Code) -> Kind {
        switch code {
        case .unreachable, .storage, .tooManyRefreshes, .cancelled: .notSent
        // The service may have performed the call before its session ended.
        case .sessionEnded: .lost
        // A login that ends takes the edits with it; a login that cannot be found now may be found later.
        default: .postponed
        }
    }

    private static func kind(of code: TransportError.Code) -> Kind {
        switch code {
        case .unreachable: .notSent
        case .invalidRequest, .noServer: .refused
        default: .lost
        }
    }

    private static func kind(ofStatus status: Int, isByService: Bool) -> Kind {
        switch status {
        case 408: .lost
        case 401, 407, 423, 425, 429: .postponed
        case 404 where isByService: .gone
        case 400..<500: isByService ? .refused : .postponed
        default: .lost
        }
    }

    /// Whether a response without problem details may be one of the service: it also sends plain text, or no content.
    ///
    /// The pages and objects of proxies and gateways are no refusals of the service.
    private static func isPlain(_ response: RawResponse) -> Bool {
        response.body.isEmpty || response.headers[.contentType]?.lowercased().hasPrefix("text/plain") == true
    }

    /// Whether problem details say anything; any JSON object can be read as some.
    private static func isDescribed(_ problem: HTTPProblem) -> Bool {
        problem.title != nil || problem.detail != nil || problem.type != nil || problem.status != nil
            || problem.extensionMembers["traceId"] != nil || problem.extensionMembers["errors"] != nil
            || problem.extensionMembers["failedReceipts"] != nil
    }
}
