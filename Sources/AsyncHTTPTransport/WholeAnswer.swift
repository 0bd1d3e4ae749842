import APIRuntime
import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// Takes an answer together on the connection's own event loop, and hands it over once, when it is complete.
///
/// The client's asynchronous sequence would wake the waiting task for the head, for each piece and for the end, from one
/// thread to another each time: that costs more than all the rest of a small call.
final class WholeAnswer: HTTPClientResponseDelegate {
    typealias Response = TransportAnswer

    private struct State: Sendable {
        var head: HTTPResponseHead?
        var bytes: [UInt8] = []
        var visits = 0
    }

    private let maximumBytes: Int
    private let isHead: Bool
    private let state = Lock(State())

    /// Creates a taker for one answer.
    init(to request: TransportRequest) {
        maximumBytes = request.maximumBytes
        isHead = request.head.method == .head
    }

    func didVisitURL(task: HTTPClient.Task<Response>, _ request: HTTPClient.Request, _ head: HTTPResponseHead) {
        state.withLock { $0.visits += 1 }
    }

    func didReceiveHead(task: HTTPClient.Task<Response>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        // A hint only: after HEAD it is the length of what does not come, of a compressed body the compressed length.
        let length = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
        state.withLock { state in
            state.head = head
            // A server's word alone must not make the client ask for much memory.
            state.bytes.reserveCapacity(min(length, maximumBytes, 1 << 20))
        }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Response>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        let fits = state.withLock { state in
            guard buffer.readableBytes <= maximumBytes - state.bytes.count else { return false }
            buffer.withUnsafeReadableBytes { state.bytes.append(contentsOf: $0) }
            return true
        }
        guard fits else { return task.eventLoop.makeFailedFuture(TransportError.tooLarge(maximumBytes)) }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didFinishRequest(task: HTTPClient.Task<Response>) throws -> TransportAnswer {
        let state = state.withLock { state in
            defer { state.bytes = [] }
            return state
        }
        guard let head = state.head else { throw HTTPClientError.remoteConnectionClosed }
        guard state.visits <= 1 else { throw TransportError.redirectedByClient }
        return TransportAnswer(HTTPResponse(Int(head.status.code), head.headers), body: .bytes(state.bytes))
    }

    /// The answer in place of an error that is none.
    ///
    /// A head may name the compression of a body that is not there; the decompressor takes that for an early end.
    func answer(despite error: any Error) -> TransportAnswer? {
        guard let error = error as? NIOHTTPDecompression.ExtraDecompressionError, error == .truncatedData,
            let head = state.withLock({ $0.head }), isHead || head.hasNoBody
        else { return nil }
        return TransportAnswer(HTTPResponse(Int(head.status.code), head.headers), body: .bytes([]))
    }
}

extension HTTPResponseHead {
    /// Whether the answer ends with its head, whatever the method.
    fileprivate var hasNoBody: Bool {
        status == .noContent || status == .notModified || headers.first(name: "content-length") == "0"
    }
}
