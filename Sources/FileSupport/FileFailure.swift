#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A failure of a file operation, with the operation and the system's error code, but never the content or the path.
package struct FileFailure: Error, Hashable, CustomStringConvertible {
    /// The operation, such as "open".
    package let operation: String

    /// The system's error code, as in `errno`.
    package let code: Int32

    /// Creates a failure, by default with the error code of the call that has just failed.
    package init(_ operation: String, code: Int32 = errno) {
        self.operation = operation
        self.code = code
    }

    /// The failure of a lock that another holder has.
    package static let isLocked = FileFailure("lock", code: EWOULDBLOCK)

    /// The failure of reading bytes that a file should have.
    package static let isTruncated = FileFailure("read", code: EIO)

    /// The system's message for the code, such as "Permission denied".
    package var reason: String { String(cString: strerror(code)) }

    /// The operation and the error code.
    package var description: String { "The file operation \(operation) failed with the system's error \(code)." }
}
