#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A failure of a file operation; names the operation and the system's code, never the content or the path.
package struct FileFailure: Error, Hashable, CustomStringConvertible {
    /// The operation, such as "open".
    package let operation: String

    /// The system's error code, as in `errno`.
    package let code: Int32

    /// Takes the code of the call that has just failed.
    package init(_ operation: String, code: Int32 = errno) {
        self.operation = operation
        self.code = code
    }

    /// The system's words for the code, such as "Permission denied".
    package var reason: String { String(cString: strerror(code)) }

    /// Operation and code.
    package var description: String { "The file operation \(operation) failed with the system's error \(code)." }
}
