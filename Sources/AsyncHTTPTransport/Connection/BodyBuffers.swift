import APIRuntime
import AsyncHTTPClient
import NIOCore

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
            do {
                if rest.isEmpty {
                    var chunks = source.chunks?.makeAsyncIterator()
                    rest = try await chunks?.next()?[...] ?? []
                }
            } catch {
                throw TransportError.unreadableBody(error)
            }
            guard !rest.isEmpty else { return nil }
            let piece = progress == nil ? rest : rest.prefix(Self.pieceLength)
            rest = rest.dropFirst(piece.count)
            taken += piece.count
            return ByteBuffer(bytes: piece)
        }
    }
}

/// The chunks of a request body until its exchange ends.
///
/// If the response comes before the whole body was sent, AsyncHTTPClient keeps the body, and with it an open file.
final class BodySource: Sendable {
    private let state: LockedState<BodyChunks?>

    init(_ chunks: BodyChunks) {
        state = LockedState(chunks)
    }

    /// The chunks; `nil` after the end of the exchange.
    var chunks: BodyChunks? { state.withLock { $0 } }

    /// Releases the chunks.
    func release() {
        // Outside of the lock, because releasing the chunks runs code of the body.
        _ = state.withLock { $0.take() }
    }
}

extension BodyChunks {
    /// Creates the chunks of a response as they arrive, decompressed if the response has a coding.
    ///
    /// The transfer ends when the last reference to them is released, and the body of the request is released with it.
    init(_ body: HTTPClientResponse.Body, _ coding: ContentDecoder.Coding?, of source: BodySource?) {
        let reader = ResponseReader(body, coding.map { ContentDecoder($0) }, source)
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
    private let source: BodySource?

    init(_ body: HTTPClientResponse.Body, _ decoder: ContentDecoder?, _ source: BodySource?) {
        iterator = body.makeAsyncIterator()
        self.decoder = decoder
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
                    source?.release()
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
