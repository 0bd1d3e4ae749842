import APIRuntime
import AsyncHTTPTransport
import Foundation
import HTTPTypes
import Testing

/// The transports that must behave the same.
enum TransportKind: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case urlSession
    case asyncHTTP

    var testDescription: String { rawValue }

    /// Whether the system's own client ends the process when a connection is lost amid the head of a response.
    ///
    /// Swift's Foundation on Linux (6.3.1) takes the end for a whole response and traps, because it has none. Nothing in
    /// a transport can prevent it; the documentation of `URLSessionTransport` says so.
    var trapsAmidHead: Bool {
        #if canImport(FoundationNetworking)
        self == .urlSession
        #else
        false
        #endif
    }

    /// Whether the system's own client takes a compressed body that ends early, in a response that is whole, for complete.
    ///
    /// libcurl does, and there is no way to see the compressed bytes.
    var overlooksCutCompression: Bool { trapsAmidHead }

    /// A transport that is shared by all tests, as in an app.
    var transport: any HTTPTransport {
        switch self {
        case .urlSession: URLSessionTransport.shared
        case .asyncHTTP: AsyncHTTPTransport.shared
        }
    }

    /// A transport of its own that asks for more than the system's trust, or goes through a proxy.
    func transport(security: TransportSecurity = .system, proxy: ProxyServer? = nil) -> any HTTPTransport {
        switch self {
        case .urlSession: URLSessionTransport(security: security, proxy: proxy)
        case .asyncHTTP: AsyncHTTPTransport(security: security, proxy: proxy)
        }
    }

    /// A transport of its own, with other rules for redirects.
    func transport(_ redirects: RedirectPolicy) -> any HTTPTransport {
        switch self {
        case .urlSession: URLSessionTransport(redirects: redirects)
        case .asyncHTTP: AsyncHTTPTransport(redirects: redirects)
        }
    }
}

extension TransportResponse {
    /// The body as a server's echo of the request.
    func echo() async throws -> Echo {
        try JSONDecoder().decode(Echo.self, from: Data(try await bytes()))
    }

    /// The whole body.
    func bytes() async throws -> [UInt8] { try await body.collect(upTo: .max) }
}

/// The error that sending a request ends with; `nil` when a response comes.
func failure(of transport: any HTTPTransport, _ request: TransportRequest) async -> TransportError? {
    do {
        _ = try await transport.send(request)
        return nil
    } catch {
        return error
    }
}

/// Expects that sending a request ends with an error of a kind.
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
    /// A field that no standard knows: `X-Custom`.
    static let custom = HTTPField.Name("X-Custom") ?? .cookie
}
