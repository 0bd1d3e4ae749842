import APIRuntime

/// The mapping from failures of calls to the documented errors.
enum ErrorMapping {
    /// The kind of a documented error.
    enum Kind: Sendable, Hashable {
        case network, system, notEntitled, productUnavailable, notAllowed, unknown
    }

    /// Returns the documented error for a failure of a call.
    static func kind(of failure: CallFailure) -> Kind {
        switch failure {
        case .transport(let error): kind(of: error)
        case .unauthenticated(let error): error.code == .unreachable && error.status == nil ? .network : .system
        case .cancelled: .unknown
        case .undocumented, .decoding: .system
        }
    }

    /// Returns the documented error for a call without a response.
    ///
    /// A timeout is a network error.
    static func kind(of error: TransportError) -> Kind {
        switch error.code {
        case .unreachable, .connection, .malformedResponse, .timedOut, .tls: .network
        case .cancelled: .unknown
        default: .system
        }
    }

    /// Returns the documented error for a failure that a checkout page reports.
    static func kind(of failure: CheckoutFailureKind) -> Kind {
        switch failure {
        case .failed: .system
        case .network: .network
        case .unknown: .unknown
        }
    }

    /// Returns the title of an error kind.
    static func title(of kind: Kind) -> String {
        switch kind {
        case .network: "Internet Connection Failed"
        case .system: "Service Failed"
        case .notEntitled: "Not Entitled"
        case .productUnavailable: "Product Unavailable"
        case .notAllowed: "Purchase Failed"
        case .unknown: "Unknown Error"
        }
    }
}

extension AppCoinsSDKError {
    /// Creates the error of a kind.
    init(_ kind: ErrorMapping.Kind, _ info: DebugInfo) {
        self =
            switch kind {
            case .network: .networkError(info)
            case .system: .systemError(info)
            case .notEntitled: .notEntitled(info)
            case .productUnavailable: .productUnavailable(info)
            case .notAllowed: .purchaseNotAllowed(info)
            case .unknown: .unknown(info)
            }
    }

    /// Creates the error of a kind with a description.
    init(_ kind: ErrorMapping.Kind, _ description: String, title: String? = nil) {
        self.init(kind, DebugInfo(message: title ?? ErrorMapping.title(of: kind), description: description))
    }

    /// Creates the error for a failed call.
    ///
    /// - Parameters:
    ///   - error: The error that was thrown.
    ///   - action: The failed action as a clause, such as "The products could not be read".
    ///   - trace: The record of the last request and response.
    init(_ error: any Error, while action: String, trace: CallTrace? = CallTrace.current) {
        if let error = error as? AppCoinsSDKError {
            self = error
        } else if let error = error as? SecretStoreError {
            self.init(error.isEntitlement ? .notEntitled : .system, "\(action): \(error.description)")
        } else if let error = error as? any OperationError {
            let kind = error.failure.map(ErrorMapping.kind) ?? .system
            self.init(
                kind,
                DebugInfo(
                    message: ErrorMapping.title(of: kind),
                    description: "\(action): \(Self.reason(of: error)).",
                    request: trace?.exchange.map(DebugRequestInfo.init)
                )
            )
        } else {
            self.init(.unknown, "\(action): \(String(describing: Swift.type(of: error))).")
        }
    }

    /// Creates the error for a call of a checkout page that `AppCoinsTesting` plays.
    package init(playing error: any Error) {
        self.init(error, while: "The page could not pay")
    }

    private static func reason(of error: any OperationError) -> String {
        switch error.failure {
        case .transport(let error): "\(error)"
        case .decoding(let failure): "\(failure)"
        case .unauthenticated(let error): "\(error)"
        case .cancelled: "the task was cancelled"
        case .undocumented, nil: "status \(error.status ?? 0)"
        }
    }
}

extension DebugRequestInfo {
    /// Creates the debug information of an exchange, without its secrets.
    init(_ exchange: CallTrace.Exchange) {
        self.init(
            url: SecretMask.url(exchange.url),
            method: RequestMethod(exchange.method),
            responseData: exchange.response.isEmpty ? Self.noResponse : SecretMask.text(exchange.response),
            statusCode: exchange.status ?? 0
        )
    }
}
