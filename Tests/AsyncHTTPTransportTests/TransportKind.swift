import APIRuntime
import AsyncHTTPTransport
import Foundation
import HTTPTypes
import Testing
import URLSessionTransport

/// The transports that must have the same behavior.
enum TransportKind: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case urlSession
    case asyncHTTP

    var testDescription: String { rawValue }

    /// Whether the system's own client ends the process if a connection is lost during the head of a response.
    ///
    /// Foundation on Linux (Swift 6.3.1) treats the end as a complete response, and traps because there is none. A
    /// transport cannot prevent this; the documentation of `URLSessionTransport` mentions it.
    var trapsAmidHead: Bool {
        #if canImport(FoundationNetworking)
        self == .urlSession
        #else
        false
        #endif
    }

    /// Whether the system's own client accepts a truncated compressed body of a complete response.
    ///
    /// libcurl does, and the compressed bytes are not accessible.
    var overlooksCutCompression: Bool { trapsAmidHead }

    /// The transport that all tests share, as in an app.
    var transport: any HTTPTransport {
        switch self {
        case .urlSession: URLSessionTransport.shared
        case .asyncHTTP: AsyncHTTPTransport.shared
        }
    }

    /// Returns a separate transport with additional trust requirements or a proxy.
    func transport(security: TransportSecurity = .system, proxy: ProxyServer? = nil) -> any HTTPTransport {
        switch self {
        case .urlSession: URLSessionTransport(security: security, proxy: proxy)
        case .asyncHTTP: AsyncHTTPTransport(security: security, proxy: proxy)
        }
    }

    /// Returns a separate transport with a different redirect policy.
    func transport(_ redirects: RedirectPolicy) -> any HTTPTransport {
        switch self {
        case .urlSession: URLSessionTransport(redirects: redirects)
        case .asyncHTTP: AsyncHTTPTransport(redirects: redirects)
        }
    }
}

extension TransportResponse {
    /// Decodes the body as a server's echo of the request.
    func echo() async throws -> Echo {
        try JSONDecoder().decode(Echo.self, from: Data(try await bytes()))
    }

    /// Reads the complete body.
    func bytes() async throws -> [UInt8] { try await body.collect(upTo: .max) }
}

/// Returns the error of sending a request, or `nil` if a response is received.
func failure(of transport: any HTTPTransport, _ request: TransportRequest) async -> TransportError? {
    do {
        _ = try await transport.send(request)
        return nil
    } catch {
        return error
    }
}

/// Expects that sending a request fails with an error of a kind.
func expect(
    _ code: TransportError.Code,
    from transport: any HTTPTransport,
    _ request: TransportRequest,
    at location: SourceLocation = #_sourceLocation
) async {
    let error = await failure(of: transport, request)
    #expect(error?.code == code, "\(error?.description ?? "a response came")", sourceLocation: location)
}

extension HTTPField.Name {
    /// A nonstandard header field: `X-Custom`.
    static let custom = HTTPField.Name("X-Custom") ?? .cookie
}
