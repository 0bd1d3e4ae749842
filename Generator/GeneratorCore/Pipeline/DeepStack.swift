import Dispatch
import Foundation

/// Runs work whose recursion follows a document, so that a document of any size fits its stack.
///
/// Schemas refer to each other in chains as long as the document has schemas. Threads of a pool, on which a caller may
/// be, have stacks of half a megabyte on some systems.
enum DeepStack {

    /// Bytes of address space; memory is used only as far as the recursion reaches.
    private static let size = 1 << 29

    /// Runs work on a thread of its own and waits for it.
    ///
    /// - Parameters:
    ///   - work: The work.
    ///   - cleanUp: What the thread does afterwards, while the caller goes on; it touches nothing that the result holds.
    /// - Returns: The result of the work.
    static func run<Result>(_ work: @escaping () -> Result, cleanUp: @escaping () -> Void = {}) -> Result {
        // The caller waits: nothing else touches the box or what the work uses in the meantime.
        let box = Box(work, cleanUp)
        let thread = Thread {
            LargePages.useOnCurrentThread()
            box.result = box.work()
            box.isDone.signal()
            box.cleanUp()
        }
        thread.stackSize = size
        thread.start()
        box.isDone.wait()
        return box.result ?? work()
    }

    /// Runs pieces of work on as many threads as there are cores, this one included, and waits for them.
    ///
    /// - Parameters:
    ///   - pieces: Independent pieces of work; none changes what another one reads.
    ///   - threads: How many threads share them; never more than there are pieces.
    /// - Returns: Their results in the order of the pieces.
    static func runAll<Result>(
        _ pieces: [() -> Result],
        threads: Int = ProcessInfo.processInfo.activeProcessorCount
    ) -> [Result] {
        let pile = WorkPile(pieces)
        let helpers = max(0, min(threads, pieces.count) - 1)
        for _ in 0..<helpers {
            let thread = Thread {
                LargePages.useOnCurrentThread()
                pile.work()
                pile.isDone.signal()
            }
            thread.stackSize = size
            thread.start()
        }
        pile.work()
        for _ in 0..<helpers {
            pile.isDone.wait()
        }
        return pile.results
    }

    /// Carries work to the other thread and its result back.
    ///
    /// Unchecked, because the semaphore orders every access, which the compiler cannot see.
    private final class Box<Result>: @unchecked Sendable {
        let work: () -> Result
        let cleanUp: () -> Void
        let isDone = DispatchSemaphore(value: 0)
        var result: Result?

        init(_ work: @escaping () -> Result, _ cleanUp: @escaping () -> Void) {
            self.work = work
            self.cleanUp = cleanUp
        }
    }
}

/// Pieces of work that threads take one after the other.
///
/// Unchecked, because a lock guards what changes, and the pieces themselves only read what they share, which the
/// compiler cannot see.
private final class WorkPile<Result>: @unchecked Sendable {
    let isDone = DispatchSemaphore(value: 0)
    private let pieces: [() -> Result]
    private let lock = NSLock()
    private var next = 0
    private var done: [Result?]

    init(_ pieces: [() -> Result]) {
        self.pieces = pieces
        done = Array(repeating: nil, count: pieces.count)
    }

    /// The results; complete when every thread is done.
    var results: [Result] {
        lock.withLock { done.compactMap { $0 } }
    }

    /// Takes pieces until none is left.
    func work() {
        while let index = take() {
            let result = pieces[index]()
            lock.withLock { done[index] = result }
        }
    }

    private func take() -> Int? {
        lock.withLock {
            guard next < pieces.count else { return nil }
            defer { next += 1 }
            return next
        }
    }
}

/// What a run built and needs no more.
///
/// Taking the trees of a large document apart takes a tenth of the run, so the caller does not wait for it.
final class Remains {
    /// The files and the schemas of the last reading.
    var values: [Any] = []
}
