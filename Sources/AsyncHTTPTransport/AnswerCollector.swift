import APIRuntime
import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Gathers one answer on the event loop, without a task or a copy per piece.
final class AnswerCollector: HTTPClientResponseDelegate {
    typealias Response = TransportAnswer

    private struct State: Sendable {
        var head: HTTPResponse?
        var bytes: [UInt8] = []
        var visits = 0
    }

    private let maximumBytes: Int
    private let state = Lock(State())

    init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
    }

    func didVisitURL(task: HTTPClient.Task<Response>, _ request: HTTPClient.Request, _ head: HTTPResponseHead) {
        state.withLock { $0.visits += 1 }
    }

    func didReceiveHead(task: HTTPClient.Task<Response>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        let length = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
        let fits = state.withLock { state in
            state.head = HTTPResponse(Int(head.status.code), head.headers)
            guard length <= maximumBytes || head.headers.contains(name: "content-encoding") else { return false }
            // A server's word alone must not make the client ask for much memory.
            state.bytes.reserveCapacity(min(length, maximumBytes, 1 << 20))
            return true
        }
        return result(fits, on: task)
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Response>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        let fits = state.withLock { state in
            guard buffer.readableBytes <= maximumBytes - state.bytes.count else { return false }
            buffer.withUnsafeReadableBytes { state.bytes.append(contentsOf: $0) }
            return true
        }
        return result(fits, on: task)
    }

    func didFinishRequest(task: HTTPClient.Task<Response>) throws -> TransportAnswer {
        try state.withLock { state in
            guard state.visits <= 1 else { throw TransportError.redirectedByClient }
            guard let head = state.head else { throw TransportError(.connection, "The server gave no answer.") }
            return TransportAnswer(head, body: .bytes(state.bytes))
        }
    }

    private func result(_ fits: Bool, on task: HTTPClient.Task<Response>) -> EventLoopFuture<Void> {
        fits
            ? task.eventLoop.makeSucceededVoidFuture()
            : task.eventLoop.makeFailedFuture(TransportError.tooLarge(maximumBytes))
    }
}

extension TransportError {
    /// The client that was given follows redirects, and may have sent credentials to another origin.
    static let redirectedByClient = TransportError(
        .redirectRefused,
        "The HTTP client followed a redirect by itself. Create it with redirects disallowed."
    )
}

extension HTTPResponse {
    /// Takes status and header fields.
    init(_ status: Int, _ headers: HTTPHeaders) {
        var fields = HTTPFields()
        fields.reserveCapacity(headers.count)
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        self.init(status: .init(code: status), headerFields: fields)
    }
}
