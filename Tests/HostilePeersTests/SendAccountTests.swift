@_spi(Generated) import APIRuntime
import AsyncHTTPTransport
import Foundation
import HTTPTypes
import HostilePeers
import Testing
import URLSessionTransport

/// Each point of failure × method × redirect: what the error says was sent, and how often the server received it.
@Suite("Send account", .serialized, .timeLimit(.minutes(3)))
struct SendAccountTests {
    /// A point at which a call fails.
    enum Point: String, CaseIterable, CustomTestStringConvertible, Sendable {
        case refused, resetAtOnce, closedAtOnce, resetAmidBody, closedAmidBody, closedBehindRequest, resetBehindRequest
        case resetAmidHead, malformed, cutResponse, resetResponse, timeout

        var testDescription: String { rawValue }

        /// The steps of the server; `nil` when there is none.
        var steps: [Step]? {
            let sized = Step.text("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello")
            return switch self {
            case .refused: nil
            case .resetAtOnce: [.reset]
            case .closedAtOnce: [.close]
            case .resetAmidBody: [.requestHead, .reset]
            case .closedAmidBody: [.requestHead, .close]
            case .closedBehindRequest: [.request, .close]
            case .resetBehindRequest: [.request, .reset]
            case .resetAmidHead: [.request, .text("HTTP/1.1 2"), .reset]
            case .malformed: [.request, .text("SSH-2.0-x\r\n\r\n"), .close]
            case .cutResponse: [.request, sized, .close]
            case .resetResponse: [.request, sized, .reset]
            case .timeout: [.request, .hold]
            }
        }
    }

    private static let methods: [CallMethod] = [.get, .put, .delete, .post, .patch]
    private static let unsafe: Set<String> = ["POST", "PATCH"]

    private func transport(_ kind: ClientKind) -> any HTTPTransport {
        kind == .asyncHTTP ? AsyncHTTPTransport.shared : URLSessionTransport.shared
    }

    @Test(
        "an unsafe call is received once at most, and the account never says less than was received",
        arguments: [ClientKind.asyncHTTP, .session],
        Point.allCases
    )
    func table(_ kind: ClientKind, _ point: Point) async throws {
        for method in Self.methods {
            for isRedirected in [false, true] {
                try await check(kind, point, method, isRedirected: isRedirected)
            }
        }
    }

    private func check(_ kind: ClientKind, _ point: Point, _ method: CallMethod, isRedirected: Bool) async throws {
        let row = "\(method) \(isRedirected ? "redirected" : "direct")"
        // A redirect to another port keeps neither body nor credentials, so that the place is on the same server.
        let target = point.steps == nil ? "http://127.0.0.1:1/there" : "/there"
        let redirect = Step.text(
            "HTTP/1.1 307 Moved\r\nlocation: \(target)\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        )
        let server = try RawServer(
            isRedirected
                ? ServerScript([.request, redirect, .close], point.steps ?? [.close])
                : ServerScript(point.steps ?? [.close])
        )
        defer { server.stop() }
        let port = isRedirected || point.steps != nil ? server.port : 1
        var call = OperationCall("op", method, "/start")
        let hasBody = method != .get && method != .delete && !(isRedirected && point.steps == nil)
        if hasBody {
            call.binary(.bytes([UInt8](repeating: 1, count: 1 << 20)), contentType: "application/octet-stream")
        }
        let attempts = await send(call, kind, port: port, point == .timeout ? .milliseconds(200) : .seconds(5))
        let received = server.requests
        #expect(attempts.count >= 1, "\(row)")
        if Self.unsafe.contains(method.requestMethod.rawValue) {
            let isUnsent = attempts.dropLast().allSatisfy { $0.sent.isNothing }
            #expect(isUnsent, "\(row): \(attempts.map(\.sent))")
            if isRedirected { #expect(attempts.count == 1, "\(row)") }
            #expect(received.count <= (isRedirected ? 2 : 1), "\(row)")
        }
        if !isRedirected, let last = attempts.last, let extent = received.map(\.extent).max() {
            #expect(last.sent.extent >= extent, "\(row): \(last.sent), but \(extent) was received")
        }
        // Later attempts reach the failing connection without a redirect.
        // The short timeout may also pass before the redirect.
        if isRedirected, point != .timeout { #expect(attempts.first?.sent.hop == 1, "\(row): \(attempts.map(\.sent))") }
        if point == .refused { #expect(attempts.first?.sent.extent == .nothing, "\(row)") }
    }

    /// Sends a call with retries, and returns the error of each attempt.
    private func send(
        _ call: OperationCall,
        _ kind: ClientKind,
        port: Int,
        _ timeout: Duration
    ) async -> [TransportError] {
        let recorder = ErrorRecorder(transport(kind))
        let configuration = ClientConfiguration(
            transport: recorder,
            retry: RetryPolicy(maximumAttempts: 3, baseDelay: .zero, budget: nil),
            timeout: timeout
        )
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { return [] }
        let sender = OperationSender(servers: [.main: url], credentials: [:], configuration: configuration)
        do {
            let response = try await sender.receive(call)
            Issue.record("\(call.operation) had a response: \(response)")
        } catch {}
        return recorder.errors.withLock { $0 }
    }
}

/// Records the errors of another transport.
private struct ErrorRecorder: HTTPTransport {
    let next: any HTTPTransport
    let errors = LockedState<[TransportError]>([])

    init(_ next: any HTTPTransport) {
        self.next = next
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        do {
            return try await next.send(request)
        } catch {
            errors.withLock { $0.append(error) }
            throw error
        }
    }
}
