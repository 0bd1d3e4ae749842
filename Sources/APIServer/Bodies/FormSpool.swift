#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import APIRuntime
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A temporary file with the large files of one form.
///
/// The file has no name, so that the system deletes it when the last of its contents is released, and also when the
/// process ends.
final class FormSpool: Sendable {
    private let descriptor: Int32

    /// Creates an empty file that only its owner can read.
    ///
    /// - Throws: ``FormSpoolFailure``.
    init(in folder: URL) throws(FormSpoolFailure) {
        let path = "\(folder.path)/specwright-form-\(UUID().uuidString)"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FormSpoolFailure("create") }
        guard unlink(path) == 0 else { throw FormSpoolFailure("unlink") }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Writes bytes at an offset.
    ///
    /// - Throws: ``FormSpoolFailure`` if a byte cannot be written, for example because the disk is full.
    func write(_ bytes: [UInt8], at offset: Int) throws(FormSpoolFailure) {
        var count = 0
        while count < bytes.count {
            let written = bytes.withUnsafeBytes { buffer in
                pwrite(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count, off_t(offset + count))
            }
            if written >= 0 {
                count += written
            } else if errno != EINTR {
                throw FormSpoolFailure("write")
            }
        }
    }

    /// Returns the bytes at an offset.
    ///
    /// - Throws: ``FormSpoolFailure`` if they cannot be read.
    func read(at offset: Int, upTo size: Int) throws(FormSpoolFailure) -> [UInt8] {
        while true {
            var code: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                let got = pread(descriptor, buffer.baseAddress, size, off_t(offset))
                code = got < 0 ? errno : 0
                count = max(got, 0)
            }
            guard code != EINTR else { continue }
            guard code == 0, !bytes.isEmpty else { throw FormSpoolFailure("read", code: code) }
            return bytes
        }
    }

    /// Returns a part of the file, which can be read several times.
    func body(_ range: Range<Int>) -> APIRuntime.HTTPBody {
        .stream(
            BodyStream(length: range.count, isReplayable: true) {
                let next = LockedState(range.lowerBound)
                return BodyChunks {
                    let offset = next.withLock { $0 }
                    guard offset < range.upperBound else { return nil }
                    let chunk = try self.read(at: offset, upTo: min(range.upperBound - offset, Self.chunkLength))
                    next.withLock { $0 = offset + chunk.count }
                    return chunk
                }
            }
        )
    }

    /// The length of one chunk in bytes.
    static let chunkLength = 1 << 16
}

/// An error of the file system for a temporary file of a form.
struct FormSpoolFailure: Error, CustomStringConvertible {
    /// The operation that failed.
    let operation: String

    /// The error code of the system.
    let code: Int32

    init(_ operation: String, code: Int32 = errno) {
        self.operation = operation
        self.code = code
    }

    /// The operation and the code, on one line.
    var description: String { "A temporary file of a form failed: \(operation), error code \(code)." }
}
