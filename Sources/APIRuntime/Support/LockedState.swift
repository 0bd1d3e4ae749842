#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A lock that owns the state it protects.
///
/// For state that is changed without suspending. The state is accessible only inside ``withLock(_:)``. The lock is not
/// recursive: acquiring it again inside the body never returns.
///
/// It replaces `Synchronization.Mutex`, which requires iOS 18 and macOS 15. `@unchecked`, because the compiler cannot
/// verify that the lock orders every access to the state.
package final class LockedState<State: Sendable>: @unchecked Sendable {
    private var state: State

    #if canImport(Darwin)
    private let handle: UnsafeMutablePointer<os_unfair_lock>
    #else
    private let handle: UnsafeMutablePointer<pthread_mutex_t>
    #endif

    /// Creates an unlocked lock with an initial state.
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

    /// Calls a body with exclusive access to the state.
    ///
    /// - Parameter body: A short operation; it must not acquire the same lock again.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body; changes made before the error are kept.
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
