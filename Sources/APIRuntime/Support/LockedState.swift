#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A small lock that owns the state it guards.
///
/// For state that is changed without suspending. The state is reachable only inside ``withLock(_:)``, so it cannot be
/// touched unguarded. The lock is not recursive: taking it again inside the body never returns.
///
/// It replaces `Synchronization.Mutex`, which requires iOS 18 and macOS 15. Unchecked, because the compiler cannot
/// see that the lock orders every access to the state.
package final class LockedState<State: Sendable>: @unchecked Sendable {
    private var state: State

    #if canImport(Darwin)
    private let handle: UnsafeMutablePointer<os_unfair_lock>
    #else
    private let handle: UnsafeMutablePointer<pthread_mutex_t>
    #endif

    /// Creates an open lock around a first state.
    package init(_ state: State) {
        self.state = state
        handle = .allocate(capacity: 1)
        #if canImport(Darwin)
        handle.initialize(to: os_unfair_lock())
        #else
        handle.initialize(to: pthread_mutex_t())
        let code = pthread_mutex_init(handle, nil)
        precondition(code == 0, "A mutex could not be created: error \(code).")
        #endif
    }

    deinit {
        #if !canImport(Darwin)
        pthread_mutex_destroy(handle)
        #endif
        handle.deinitialize(count: 1)
        handle.deallocate()
    }

    /// Runs a body that may read and change the state, alone.
    ///
    /// - Parameter body: Short work; it must not take the same lock again.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws; the state keeps the changes made before.
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        acquire()
        defer { release() }
        return try body(&state)
    }

    private func acquire() {
        #if canImport(Darwin)
        os_unfair_lock_lock(handle)
        #else
        pthread_mutex_lock(handle)
        #endif
    }

    private func release() {
        #if canImport(Darwin)
        os_unfair_lock_unlock(handle)
        #else
        pthread_mutex_unlock(handle)
        #endif
    }
}
