import FileSupport
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads a file in chunks.
enum FileChunks {
    /// The length of one chunk in bytes.
    static let pieceLength = 64 * 1024

    /// Returns the length of a file in bytes; `nil` when it cannot be determined.
    static func length(of url: URL) -> Int? {
        SystemFile.length(of: url.path)
    }

    /// Returns the content of a file.
    ///
    /// The file is opened when the first chunk is requested, and closed at the end.
    static func open(_ url: URL) -> BodyChunks {
        let reader = FileReader(url: url)
        return BodyChunks { try await reader.next() }
    }
}

/// A file that is opened by its first reading. It is closed at its end, or when the reader is deallocated.
private actor FileReader {
    private let url: URL
    private var input: FileInput?
    private var isAtEnd = false

    init(url: URL) {
        self.url = url
    }

    /// Returns the next chunk; `nil` at the end of the file.
    func next() throws -> [UInt8]? {
        if isAtEnd { return nil }
        let open = try input ?? FileInput(path: url.path)
        input = open
        let chunk = try open.read(upTo: FileChunks.pieceLength)
        guard chunk.isEmpty else { return chunk }
        isAtEnd = true
        input = nil
        return nil
    }
}
