import APIRuntime
import AsyncHTTPClient
import NIOCore

/// A body's pieces as AsyncHTTPClient wants them; a failure says that it is the body's.
struct BodyBuffers: AsyncSequence, Sendable {
    /// The pieces.
    let chunks: BodyChunks

    /// Told how many bytes the connection has taken.
    let progress: (@Sendable (Int) -> Void)?

    func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks.makeAsyncIterator(), progress: progress) }

    struct Iterator: AsyncIteratorProtocol {
        var chunks: BodyChunks.Iterator
        let progress: (@Sendable (Int) -> Void)?
        private var taken = 0
        private var rest: ArraySlice<UInt8> = []

        /// With progress, a large piece is cut, so that there is something to tell.
        private static let pieceLength = 64 * 1024

        init(chunks: BodyChunks.Iterator, progress: (@Sendable (Int) -> Void)?) {
            self.chunks = chunks
            self.progress = progress
        }

        mutating func next() async throws -> ByteBuffer? {
            // Asked for the next piece: the connection has taken the former ones.
            if taken > 0 { progress?(taken) }
            do {
                if rest.isEmpty { rest = try await chunks.next()?[...] ?? [] }
            } catch {
                throw TransportError(.body, "The body could not be read.", underlying: "\(type(of: error))")
            }
            guard !rest.isEmpty else { return nil }
            let piece = progress == nil ? rest : rest.prefix(Self.pieceLength)
            rest = rest.dropFirst(piece.count)
            taken += piece.count
            return ByteBuffer(bytes: piece)
        }
    }
}

extension BodyChunks {
    /// The pieces of a response as they arrive; the transfer ends when the last reference to them goes away.
    init(_ body: HTTPClientResponse.Body) {
        let reader = ResponseReader(body)
        self.init { try await reader.next() }
    }
}

// Unchecked because the client's iterator is not Sendable: `BodyChunks` promises that its closure is never called by two
// tasks at once.

/// The place in a response's body.
private final class ResponseReader: @unchecked Sendable {
    private var iterator: HTTPClientResponse.Body.AsyncIterator?

    init(_ body: HTTPClientResponse.Body) {
        iterator = body.makeAsyncIterator()
    }

    /// The next piece; `nil` at the end.
    func next() async throws -> [UInt8]? {
        do {
            guard let buffer = try await iterator?.next() else {
                // The client ends the sequence quietly when the task is cancelled.
                if Task.isCancelled { throw CancellationError() }
                return nil
            }
            return Array(buffer.readableBytesView)
        } catch {
            // Letting go of it closes the connection.
            iterator = nil
            throw TransportError(asyncHTTPClient: error)
        }
    }
}
