import APIRuntime
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A buffer for the chunks of a response, filled by a `URLSession` task and emptied by one reader.
///
/// The task pauses while the buffer is full, and is cancelled when the reader stops. On Linux, where it can pause only
/// for a moment, the buffer then grows, and the body fails when it has 256 MiB.
final class ChunkBuffer: Sendable {
    private typealias Waiter = CheckedContinuation<Void, Never>

    private struct State: Sendable {
        var chunks: [[UInt8]] = []
        var first = 0
        var byteCount = 0
        /// The bytes at which the task pauses next.
        var limit = highWater
        var isPaused = false
        var isEnded = false
        var failure: TransportError?
        var waiter: Waiter?
    }

    /// Bytes at which the task pauses first; it resumes when half of them have been read.
    static let highWater = 4 << 20

    #if !canImport(Darwin)
    /// Bytes by which a full buffer grows when its reader takes nothing.
    private static let growth = 128 << 10

    /// The longest wait for a reader, after which a full buffer grows: 20 ms, and more the larger it is, up to a second.
    private static func patience(with bytes: Int) -> DispatchTimeInterval {
        let factor = max(1, bytes / highWater)
        return .milliseconds(min(20 * factor * factor, 1000))
    }

    /// Bytes that are too many for memory.
    private static let maximum = 256 << 20
    #endif

    private let task: StoppableTask
    private let state: LockedState<State>

    #if canImport(Darwin)
    private let pauses: PauseSwitch
    #else
    private let room = DispatchSemaphore(value: 0)
    #endif

    /// Creates the buffer of a task that has not been started.
    init(_ task: StoppableTask) {
        self.task = task
        let state = LockedState(State())
        self.state = state
        #if canImport(Darwin)
        pauses = PauseSwitch {
            state.withLock { $0.isPaused }
        } apply: { isPaused in
            if isPaused { task.task.suspend() } else { task.task.resume() }
        }
        #endif
    }

    /// The chunks, for one reader; releasing them ends the task.
    var chunks: BodyChunks {
        let reader = PieceReader(self)
        return BodyChunks { try await reader.queue.next() }
    }

    /// Adds a chunk.
    ///
    /// - Returns: Whether the reader needs more.
    func add(_ chunk: [UInt8]) -> Bool {
        let (waiter, pauses, isWanted) = state.withLock { state -> (Waiter?, Bool, Bool) in
            guard !state.isEnded else { return (nil, false, false) }
            state.chunks.append(chunk)
            state.byteCount += chunk.count
            let pauses = state.byteCount >= state.limit && !state.isPaused
            if pauses { state.isPaused = true }
            return (state.waiter.take(), pauses, true)
        }
        waiter?.resume()
        if pauses { pause() }
        return isWanted
    }

    /// Ends the body, with or without a failure; later calls have no effect.
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

    /// Pauses the task.
    ///
    /// On Linux the thread that reads the connection waits, which is this one: a task that is suspended there and
    /// resumed sends its request again from the start. All sessions of the process share this thread, so it does not wait
    /// for long: the reader may itself be waiting for another request. Until then, the buffer grows slowly.
    private func pause() {
        #if canImport(Darwin)
        pauses.update()
        #else
        let size = state.withLock { $0.byteCount }
        if room.wait(timeout: .now() + Self.patience(with: size)) == .success { return }
        let isOver = state.withLock { state in
            guard state.isPaused else { return true }
            state.isPaused = false
            state.limit = state.byteCount + Self.growth
            return false
        }
        // The signal has been sent in the meantime, or is about to be.
        if isOver { room.wait() }
        if !isOver, size >= Self.maximum {
            finish(TransportError(.tooLarge, "256 MiB of the response have not been read."))
            task.stop()
        }
        #endif
    }

    private func unpause() {
        #if canImport(Darwin)
        pauses.update()
        #else
        room.signal()
        #endif
    }

    /// Ends the transfer when there is no reader.
    func abandon() {
        finish(.cancelled)
        task.stop()
    }

    private func next() async throws(TransportError) -> [UInt8]? {
        while true {
            if Task.isCancelled { abandon() }
            switch take() {
            case .chunk(let chunk): return chunk
            case .end: return nil
            case .failure(let error): throw error
            case .nothing: await wait()
            }
        }
    }

    private enum Taken {
        case chunk([UInt8])
        case end
        case failure(TransportError)
        case nothing
    }

    private func take() -> Taken {
        let (taken, resumes) = state.withLock { state -> (Taken, Bool) in
            // A reader that was cancelled gets no more; one that met a failure gets first what came before it.
            if state.failure == .cancelled { return (.failure(.cancelled), false) }
            guard state.first < state.chunks.count else {
                guard state.isEnded else { return (.nothing, false) }
                return (state.failure.map { .failure($0) } ?? .end, false)
            }
            let chunk = state.chunks[state.first]
            state.chunks[state.first] = []
            state.first += 1
            state.byteCount -= chunk.count
            if state.first == state.chunks.count {
                state.chunks.removeAll(keepingCapacity: true)
                state.first = 0
            }
            let isLow = state.byteCount <= Self.highWater / 2
            if isLow { state.limit = Self.highWater }
            let resumes = state.isPaused && isLow
            if resumes { state.isPaused = false }
            return (.chunk(chunk), resumes)
        }
        if resumes { unpause() }
        return taken
    }

    private func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { (waiter: Waiter) in
                let isReady = state.withLock { state in
                    if state.isEnded || state.first < state.chunks.count { return true }
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

/// The reader of a buffer; releasing it ends the transfer.
private final class PieceReader: Sendable {
    let queue: ChunkBuffer

    init(_ queue: ChunkBuffer) {
        self.queue = queue
    }

    deinit {
        queue.abandon()
    }
}
