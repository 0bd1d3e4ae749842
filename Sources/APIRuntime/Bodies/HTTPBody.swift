#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of a request.
public enum HTTPBody: Sendable {
    /// Bytes in memory.
    case bytes([UInt8])

    /// The content of a file, read while it is sent. It must not change until the call has ended.
    case file(URL)

    /// Bytes that are produced while they are sent.
    case stream(BodyStream)

    /// Returns a body of bytes in memory.
    public static func data(_ data: Data) -> HTTPBody { .bytes([UInt8](data)) }

    /// Whether the same bytes can be sent a second time, after a refused credential or a failed attempt.
    public var isReplayable: Bool {
        switch self {
        case .bytes, .file: true
        case .stream(let stream): stream.isReplayable
        }
    }

    /// The length in bytes; `nil` when it is not known before the end, or the file cannot be read.
    public var length: Int? {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(let url): FileChunks.length(of: url)
        case .stream(let stream): stream.length
        }
    }

    /// Returns the bytes in chunks.
    ///
    /// The sequence throws when reading the file or the stream fails.
    public func chunks() -> BodyChunks {
        switch self {
        case .bytes(let bytes): BodyChunks(bytes)
        case .file(let url): FileChunks.open(url)
        case .stream(let stream): stream.open()
        }
    }
}
