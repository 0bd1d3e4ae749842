import Dispatch
import Foundation

/// Runs recursive work on a thread whose stack is large enough for any document.
///
/// A chain of references can be as long as the document has schemas, but the stack of the calling thread may have only
/// half a megabyte.
enum DeepStack {

    /// The size of the stack in bytes of address space; the system provides memory only as far as the recursion reaches.
    private static let size = 1 << 29

    /// Runs work on a new thread and waits for it.
    ///
    /// - Parameter work: The work.
    /// - Returns: The result of the work.
    static func run<Result>(_ work: @escaping () -> Result) -> Result {
        let box = Box(work)
        let thread = Thread {
            box.result = box.work()
            box.isDone.signal()
        }
        thread.stackSize = size
        thread.start()
        box.isDone.wait()
        return box.result ?? work()
    }

    /// Runs pieces of work on the current thread and on others, and waits for them.
    ///
    /// - Parameters:
    ///   - pieces: Independent pieces of work, none of which changes data that another one reads.
    ///   - threads: The largest number of threads; one for each core by default.
    /// - Returns: The results in the order of the pieces.
    static func runAll<Result>(
        _ pieces: [() -> Result],
        threads: Int = ProcessInfo.processInfo.activeProcessorCount
    ) -> [Result] {
        let pile = WorkPile(pieces)
        let helpers = max(0, min(threads, pieces.count) - 1)
        for _ in 0..<helpers {
            let thread = Thread {
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

    /// Passes work to the other thread, and the result back.
    ///
    /// Unchecked, because the compiler cannot see that the semaphore orders every access: the caller waits for the
    /// thread and accesses nothing until then.
    private final class Box<Result>: @unchecked Sendable {
        let work: () -> Result
        let isDone = DispatchSemaphore(value: 0)
        var result: Result?

        init(_ work: @escaping () -> Result) {
            self.work = work
        }
    }
}

/// A list of pieces of work from which each thread removes the next one.
///
/// Unchecked, because the compiler cannot see that the lock guards the changing state, and that the pieces only read
/// the data they share.
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

    /// The results, complete when every thread is done.
    var results: [Result] {
        lock.withLock { done.compactMap { $0 } }
    }

    /// Runs pieces until none is left.
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
