#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file that is open for reading from its start; it is closed when the object is deallocated.
package final class FileInput {
    private let descriptor: Int32

    /// Opens a file; a symbolic link is followed.
    ///
    /// - Throws: ``FileFailure`` if the file cannot be opened.
    package init(path: String) throws(FileFailure) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure("open") }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Reads the next bytes.
    ///
    /// - Parameter count: The largest number of bytes; 1 or more.
    /// - Returns: The bytes; empty at the end of the file.
    /// - Throws: ``FileFailure`` if the file cannot be read.
    package func read(upTo count: Int) throws(FileFailure) -> [UInt8] {
        try SystemFile.read(descriptor, upTo: count)
    }
}
