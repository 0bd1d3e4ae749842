import APIRuntime
import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// A request body as the sequence of buffers that AsyncHTTPClient expects.
///
/// A failure to read the body throws ``TransportError`` with the code `body`.
struct BodyBuffers: AsyncSequence, Sendable {
    /// The chunks of the body.
    let source: BodySource

    /// A closure called with the number of bytes that the connection has accepted.
    let progress: (@Sendable (Int) -> Void)?

    func makeAsyncIterator() -> Iterator { Iterator(source: source, progress: progress) }

    struct Iterator: AsyncIteratorProtocol {
        let source: BodySource
        let progress: (@Sendable (Int) -> Void)?
        private var taken = 0
        private var rest: ArraySlice<UInt8> = []

        /// The maximum buffer size when progress is reported: larger chunks are split so that progress advances.
        private static let pieceLength = 64 * 1024

        init(source: BodySource, progress: (@Sendable (Int) -> Void)?) {
            self.source = source
            self.progress = progress
        }

        mutating func next() async throws -> ByteBuffer? {
            // A request for the next buffer means that the connection has accepted the previous ones.
            if taken > 0 { progress?(taken) }
            if rest.isEmpty { rest = try await source.next()[...] }
            guard !rest.isEmpty else { return nil }
            let piece = progress == nil ? rest : rest.prefix(Self.pieceLength)
            rest = rest.dropFirst(piece.count)
            taken += piece.count
            return ByteBuffer(bytes: piece)
        }
    }
}

/// The chunks of a request body until they are sent, or the exchange ends without them.
///
/// If the response comes before the whole body was sent, AsyncHTTPClient keeps the body, and with it an open file.
final class BodySource: Sendable {
    private struct State: Sendable {
        /// The chunks; `nil` after the end of the body or its release.
        var chunks: BodyChunks?
        /// Whether the rest is not sent.
        var isReleased = false
        /// The number of chunks that were taken.
        var count = 0
        /// Whether the connection waits for the next chunk, and not the body for the connection.
        var isProducing = false
    }

    private let state: LockedState<State>

    init(_ chunks: BodyChunks) {
        state = LockedState(State(chunks: chunks))
    }

    /// Returns the next chunk; empty after the last one.
    ///
    /// - Throws: ``TransportError`` with the code `body` if the body cannot be read. `CancellationError` after
    ///   ``release()``: the connection is then closed, so that the server does not take a part of the body for the whole.
    func next() async throws -> [UInt8] {
        let chunks = state.withLock { state in
            state.isProducing = state.chunks != nil
            return state.chunks
        }
        var iterator = chunks?.makeAsyncIterator()
        let chunk: [UInt8]?
        do { chunk = try await iterator?.next() } catch {
            release()
            throw TransportError.unreadableBody(error)
        }
        let (isReleased, former) = state.withLock { state in
            state.isProducing = false
            state.count += 1
            return (state.isReleased, chunk == nil ? state.chunks.take() : nil)
        }
        // Outside of the lock, because releasing the chunks runs code of the body.
        withExtendedLifetime(former) {}
        if isReleased { throw CancellationError() }
        return chunk ?? []
    }

    /// Releases the chunks after a while in which the server has taken none, because it may never take them.
    func releaseWhenStalled(clock: any Clock<Duration> = ContinuousClock()) {
        guard state.withLock({ $0.chunks != nil }) else { return }
        Task {
            var former = -1
            while (try? await clock.sleep(for: Self.patience)) != nil {
                let state = state.withLock { $0 }
                guard state.chunks != nil else { return }
                guard state.isProducing || state.count > former else { return release() }
                former = state.count
            }
        }
    }

    /// The time without progress after which a server takes no more of a body.
    private static let patience = Duration.seconds(60)

    /// Releases the chunks that were not sent.
    func release() {
        // Outside of the lock, because releasing the chunks runs code of the body.
        _ = state.withLock { state in
            state.isReleased = state.isReleased || state.chunks != nil
            return state.chunks.take()
        }
    }
}

extension BodyChunks {
    /// Creates the chunks of a response as they arrive, decompressed if the response has a coding.
    ///
    /// The transfer ends when the last reference to them is released, and the body of the request is released with it,
    /// unless a server has confirmed the request before the body was sent: it receives the rest.
    init(_ response: HTTPClientResponse, _ coding: ContentDecoder.Coding?, of source: BodySource?) {
        let reader = ResponseReader(response, coding.map { ContentDecoder($0) }, source)
        self.init { try await reader.next() }
    }
}

/// A reader that keeps the position in a response's body.
///
/// Unchecked because the client's iterator is not Sendable: `BodyChunks` promises that its closure is never called by
/// two tasks at once.
private final class ResponseReader: @unchecked Sendable {
    private var iterator: HTTPClientResponse.Body.AsyncIterator?
    private var decoder: ContentDecoder?
    private let isSuccess: Bool
    private var source: BodySource?

    init(_ response: HTTPClientResponse, _ decoder: ContentDecoder?, _ source: BodySource?) {
        iterator = response.body.makeAsyncIterator()
        self.decoder = decoder
        isSuccess = 200..<300 ~= response.status.code
        self.source = source
    }

    deinit {
        source?.release()
    }

    /// Returns the next chunk, or `nil` at the end.
    func next() async throws -> [UInt8]? {
        do {
            while true {
                if let chunk = try decoder?.next() { return chunk }
                guard let buffer = try await iterator?.next() else {
                    // The client ends the sequence without an error when the task is cancelled.
                    if Task.isCancelled { throw CancellationError() }
                    try decoder?.finish()
                    if isSuccess { source?.releaseWhenStalled() } else { source?.release() }
                    source = nil
                    return nil
                }
                let bytes = Array(buffer.readableBytesView)
                guard decoder != nil else { return bytes }
                decoder?.append(bytes)
            }
        } catch {
            // Releasing the iterator closes the connection.
            iterator = nil
            source?.release()
            // A response has arrived, whatever the error says about the connection.
            throw TransportError(asyncHTTPClient: error).with(sent: .everything)
        }
    }
}
