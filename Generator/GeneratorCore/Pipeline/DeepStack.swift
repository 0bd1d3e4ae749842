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
    static func run<Result>(_ work: @escaping () -> Result) -> Result {
        // The caller waits: nothing else touches the box or what the work uses in the meantime.
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

    /// Carries work to the other thread and its result back.
    ///
    /// Unchecked, because the semaphore orders every access, which the compiler cannot see.
    private final class Box<Result>: @unchecked Sendable {
        let work: () -> Result
        let isDone = DispatchSemaphore(value: 0)
        var result: Result?

        init(_ work: @escaping () -> Result) {
            self.work = work
        }
    }
}
