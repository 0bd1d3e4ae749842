import APIRuntime
import Foundation
import HTTPTypes
import SpecConformance
import Testing
import URLSessionTransport

/// A transport that compares every exchange with the specification.
///
/// The check reads the specification alone, so it also finds what client and sandbox misspell in the same way.
struct ConformingTransport: HTTPTransport {
    private let inner: any HTTPTransport
    private let spec: ConformanceSpec
    private let found = LockedState<[String]>([])

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - spec: The specification.
    ///   - inner: The transport that sends the requests.
    init(_ spec: ConformanceSpec, inner: any HTTPTransport = URLSessionTransport()) {
        self.spec = spec
        self.inner = inner
    }

    /// The violations in all exchanges, each once.
    var violations: [String] {
        found.withLock { all in all.enumerated().filter { !all[..<$0.offset].contains($0.element) }.map(\.element) }
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        var response = try await inner.send(request)
        var received: [UInt8]?
        if request.delivery == .whole {
            let bytes = try await response.body.collect(upTo: request.maximumBytes)
            response.body = .bytes(bytes)
            received = bytes
        }
        let exchange = ConformanceExchange(
            method: request.head.method.rawValue,
            path: request.head.path ?? "/",
            request: .init(fields: fields(request.head.headerFields), body: await sentBytes(request.body)),
            status: response.head.status.code,
            response: .init(fields: fields(response.head.headerFields), body: received)
        )
        let violations = spec.violations(of: exchange)
        found.withLock { $0 += violations }
        return response
    }

    private func fields(_ fields: HTTPFields) -> [(name: String, value: String)] {
        fields.map { ($0.name.rawName, $0.value) }
    }

    /// Returns the bytes of a body, or `nil` if they cannot be read twice.
    private func sentBytes(_ body: HTTPBody?) async -> [UInt8]? {
        guard let body else { return [] }
        guard body.isReplayable else { return nil }
        return try? await TransportResponseBody.chunks(body.chunks()).collect(upTo: 1 << 24)
    }
}
