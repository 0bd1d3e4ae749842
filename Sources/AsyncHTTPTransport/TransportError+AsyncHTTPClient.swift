import APIRuntime
import AsyncHTTPClient
import NIOCore
import NIOPosix

extension TransportError {
    /// Creates the error that corresponds to a failure of AsyncHTTPClient or SwiftNIO.
    ///
    /// Keeps only the kind of the failure.
    init(asyncHTTPClient error: any Error) {
        switch error {
        case let error as TransportError: self = error
        case let error as HTTPClientError: self.init(error)
        case is CancellationError: self = .cancelled
        case is NIOConnectionError, is SocketAddressError:
            self.init(.unreachable, "No connection to the server.", underlying: "\(type(of: error))")
        case let error as IOError where [ECONNREFUSED, ENETUNREACH, EHOSTUNREACH].contains(error.errnoCode):
            self.init(.unreachable, "No connection to the server.", underlying: "errno \(error.errnoCode)")
        default:
            // Compares the type's name, so that this target needs no dependency on NIOSSL.
            let kind = String(reflecting: type(of: error))
            let isTLS = kind.hasPrefix("NIOSSL.")
            let message = isTLS ? "No secure connection to the server." : "The connection was lost."
            self.init(isTLS ? .tls : .connection, message, underlying: kind)
        }
    }

    private init(_ error: HTTPClientError) {
        let cause = error.shortDescription
        switch error {
        case .cancelled: self = .cancelled
        case .deadlineExceeded, .readTimeout, .writeTimeout:
            self.init(.timedOut, "No complete response came in time.", underlying: cause)
        case .alreadyShutdown:
            self.init(.unsupported, "The transport was shut down; create another one.", underlying: cause)
        case .connectTimeout, .getConnectionFromPoolTimeout, .socksHandshakeTimeout,
            .httpProxyHandshakeTimeout, .proxyAuthenticationRequired, .invalidProxyResponse:
            self.init(.unreachable, "No connection to the server.", underlying: cause)
        case .tlsHandshakeTimeout: self.init(.tls, "No secure connection to the server.", underlying: cause)
        case .invalidURL, .emptyHost, .emptyScheme, .traceRequestWithBody, .bodyLengthMismatch,
            .identityCodingIncorrectlyPresent, .contentLengthMissing:
            self.init(.invalidRequest, "The request cannot be sent.", underlying: cause)
        default: self.init(.connection, "The connection was lost.", underlying: cause)
        }
    }
}
