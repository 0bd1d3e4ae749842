import APIRuntime
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
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
        case let error as HTTPParserError: self.init(error)
        case is NIOHTTPDecoderError, is ByteToMessageDecoderError: self = .notHTTP("\(type(of: error))")
        case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
            self.init(.malformedResponse, "The response cannot be decompressed.", underlying: "\(error)")
        default: self.init(kind: String(reflecting: type(of: error)))
        }
    }

    /// Returns whether an error without a connection can come after the request was sent.
    ///
    /// A network can be lost later; only a refused connection never was one.
    static func mayFollowRequest(_ error: any Error) -> Bool {
        (error as? IOError).map { $0.errnoCode != ECONNREFUSED } ?? false
    }

    /// Creates the error for a failure of which only the type's name is known.
    ///
    /// Compares names, because the types of TLS and HTTP/2 are many, and some of them internal.
    private init(kind: String) {
        if kind.hasPrefix("NIOSSL.") {
            self.init(.tls, "No secure connection to the server.", underlying: kind)
        } else if kind.hasPrefix("NIOHTTP2."), !kind.contains("Closed") {
            self = .notHTTP(kind)
        } else {
            self.init(.connection, "The connection was lost.", underlying: kind)
        }
    }

    private init(_ error: HTTPParserError) {
        switch error {
        case .headerOverflow: self = .headTooLarge
        case .invalidEOFState, .closedConnection:
            self.init(.connection, "The response ended early.", underlying: "\(error)")
        default: self = .notHTTP("\(error)")
        }
    }

    private static func notHTTP(_ kind: String) -> TransportError {
        .malformedResponse("The server's bytes are not a response of HTTP.", underlying: kind)
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
