#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import APIRuntime
import FileSupport

/// A temporary file with the large files of one form.
///
/// The file has no name, so that the system deletes it when the last of its contents is released, and also when the
/// process ends.
final class FormSpool: Sendable {
    private let file: GrowingFile

    /// Creates an empty file that only its owner can read.
    ///
    /// - Throws: `FileFailure` if the file cannot be created.
    init(in folder: URL) throws(FileFailure) {
        file = try GrowingFile(creating: "\(folder.path)/specwright-form-\(UUID().uuidString)")
        try file.removeName()
    }

    /// Writes bytes at an offset.
    ///
    /// - Throws: `FileFailure` if a byte cannot be written, for example because the disk is full.
    func write(_ bytes: [UInt8], at offset: Int) throws(FileFailure) {
        try file.write(bytes, at: offset)
    }

    /// Returns a part of the file, which can be read several times.
    func body(_ range: Range<Int>) -> APIRuntime.HTTPBody {
        .stream(
            BodyStream(length: range.count, isReplayable: true) {
                let next = LockedState(range.lowerBound)
                return BodyChunks {
                    let offset = next.withLock { $0 }
                    guard offset < range.upperBound else { return nil }
                    let length = min(range.upperBound - offset, Self.chunkLength)
                    let chunk = try self.file.read(at: offset, upTo: length)
                    // Only another process can have made the file shorter.
                    guard !chunk.isEmpty else { throw FileFailure.isTruncated }
                    next.withLock { $0 = offset + chunk.count }
                    return chunk
                }
            }
        )
    }

    /// The length of one chunk in bytes.
    static let chunkLength = 1 << 16
}
