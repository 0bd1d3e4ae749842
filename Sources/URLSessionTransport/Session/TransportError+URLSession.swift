import APIRuntime
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TransportError {
    /// The error that a `URLSession` error means.
    ///
    /// Only its code is kept, because its descriptions may contain the URL.
    init(urlSession error: any Error) {
        guard let error = error as? URLError else {
            self.init(.connection, "The request failed.", underlying: "\(type(of: error))")
            return
        }
        let cause = "URLError \(error.code.rawValue)"
        switch error.code {
        case .cancelled: self = .cancelled
        case .timedOut: self.init(.timedOut, "No complete response came in time.", underlying: cause)
        case .badURL: self.init(.invalidRequest, "The URL cannot be sent.", underlying: cause)
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot, .clientCertificateRejected,
            .clientCertificateRequired:
            self.init(.tls, "No secure connection to the server.", underlying: cause)
        case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .dataNotAllowed,
            .internationalRoamingOff, .callIsActive:
            self.init(.unreachable, "No connection to the server.", underlying: cause)
        case .appTransportSecurityRequiresSecureConnection:
            let message = "App Transport Security allows no connection without TLS to this host."
            self.init(.unsupported, message, underlying: cause)
        case .dataLengthExceedsMaximum:
            self.init(.tooLarge, "The response is longer than the system accepts.", underlying: cause)
        case .unknown where error.isHandshake: self.init(.tls, "No secure connection to the server.", underlying: cause)
        // The scheme is always http or https: what is not supported is the response.
        case .unsupportedURL: self = .notHTTP(cause)
        case .unknown where error.mentions(URLError.oversizedWords):
            self.init(.tooLarge, "The head of the response is longer than the system accepts.", underlying: cause)
        case .unknown where error.mentions(URLError.malformedWords): self = .notHTTP(cause)
        default: self.init(.connection, "The connection was lost.", underlying: cause)
        }
    }
}

extension TransportError {
    fileprivate static func notHTTP(_ cause: String) -> TransportError {
        .malformedResponse("The server's bytes are not a response of HTTP.", underlying: cause)
    }
}

extension URLError {
    // On Linux most failures have the same code, and only libcurl's message distinguishes them. The message is read, but
    // never shown.

    /// Whether the failure concerns the TLS handshake.
    fileprivate var isHandshake: Bool {
        mentions(["certificate", "SSL_connect", "SSL connect", "SSL handshake", "TLS handshake"])
    }

    /// Parts of messages about a head or a trailer that is too long.
    fileprivate static let oversizedWords = ["Out of memory", "oo large"]

    /// Parts of messages about a response that breaks the rules of HTTP or of its content coding.
    fileprivate static let malformedWords = [
        "Content or Transfer-Encoding", "Failed writing header", "Failed writing received data", "Header without colon",
        "Invalid Content-Length", "Nul byte in header", "Weird server reply", "chunked-encoded", "chunked-encoding",
        "content encoding", "content unencoding",
    ]

    /// Whether the system's message contains one of some words.
    fileprivate func mentions(_ words: [String]) -> Bool {
        let message = localizedDescription
        return words.contains { message.contains($0) }
    }
}
