import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The pieces of a response between a `URLSession` task, which adds them, and the one reader that takes them out.
///
/// When the reader falls behind, the task pauses. When the reader stops, the task is cancelled.
final class ChunkBuffer: Sendable {
    private typealias Waiter = CheckedContinuation<Void, Never>

    private struct State: Sendable {
        var pieces: [[UInt8]] = []
        var first = 0
        var byteCount = 0
        var isPaused = false
        var isEnded = false
        var failure: TransportError?
        var waiter: Waiter?
    }

    /// Bytes at which the task pauses; it goes on when half of them are taken.
    static let highWater = 4 << 20

    private let task: URLSessionTask
    private let state = LockedState(State())

    #if !canImport(Darwin)
    private let room = DispatchSemaphore(value: 0)
    #endif

    /// Creates the queue of a task that is not started yet.
    init(_ task: URLSessionTask) {
        self.task = task
    }

    /// The pieces, for one reader; the task ends when they are let go.
    var chunks: BodyChunks {
        let reader = PieceReader(self)
        return BodyChunks { try await reader.queue.next() }
    }

    /// Adds a piece.
    ///
    /// - Returns: Whether more is wanted.
    func add(_ piece: [UInt8]) -> Bool {
        let (waiter, pauses, isWanted) = state.withLock { state -> (Waiter?, Bool, Bool) in
            guard !state.isEnded else { return (nil, false, false) }
            state.pieces.append(piece)
            state.byteCount += piece.count
            let pauses = state.byteCount >= Self.highWater && !state.isPaused
            if pauses { state.isPaused = true }
            return (state.waiter.take(), pauses, true)
        }
        waiter?.resume()
        if pauses { pause() }
        return isWanted
    }

    /// Ends the body, by a failure or as it should; only the first end counts.
    func finish(_ failure: TransportError?) {
        let (waiter, resumes) = state.withLock { state -> (Waiter?, Bool) in
            guard !state.isEnded else { return (nil, false) }
            state.isEnded = true
            state.failure = failure
            let wasPaused = state.isPaused
            state.isPaused = false
            return (state.waiter.take(), wasPaused)
        }
        waiter?.resume()
        if resumes { unpause() }
    }

    /// Keeps the task from reading on.
    ///
    /// On Linux the thread that reads the connection waits, which is this one: a task that is suspended there and
    /// resumed sends its request again from the start.
    private func pause() {
        #if canImport(Darwin)
        task.suspend()
        #else
        room.wait()
        #endif
    }

    private func unpause() {
        #if canImport(Darwin)
        task.resume()
        #else
        room.signal()
        #endif
    }

    /// Ends the transfer, because nobody reads on.
    func abandon() {
        finish(.cancelled)
        task.stop()
    }

    private func next() async throws(TransportError) -> [UInt8]? {
        while true {
            if Task.isCancelled { abandon() }
            switch take() {
            case .piece(let piece): return piece
            case .end: return nil
            case .failure(let error): throw error
            case .nothing: await wait()
            }
        }
    }

    private enum Taken {
        case piece([UInt8])
        case end
        case failure(TransportError)
        case nothing
    }

    private func take() -> Taken {
        let (taken, resumes) = state.withLock { state -> (Taken, Bool) in
            // A reader that was cancelled gets no more; one that met a failure gets first what came before it.
            if state.failure == .cancelled { return (.failure(.cancelled), false) }
            guard state.first < state.pieces.count else {
                guard state.isEnded else { return (.nothing, false) }
                return (state.failure.map { .failure($0) } ?? .end, false)
            }
            let piece = state.pieces[state.first]
            state.pieces[state.first] = []
            state.first += 1
            state.byteCount -= piece.count
            if state.first == state.pieces.count {
                state.pieces.removeAll(keepingCapacity: true)
                state.first = 0
            }
            let resumes = state.isPaused && state.byteCount <= Self.highWater / 2
            if resumes { state.isPaused = false }
            return (.piece(piece), resumes)
        }
        if resumes { unpause() }
        return taken
    }

    private func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { (waiter: Waiter) in
                let isReady = state.withLock { state in
                    if state.isEnded || state.first < state.pieces.count { return true }
                    state.waiter = waiter
                    return false
                }
                if isReady { waiter.resume() }
            }
        } onCancel: {
            abandon()
        }
    }
}

/// Whoever reads a queue; the transfer ends with it.
private final class PieceReader: Sendable {
    let queue: ChunkBuffer

    init(_ queue: ChunkBuffer) {
        self.queue = queue
    }

    deinit {
        queue.abandon()
    }
}
