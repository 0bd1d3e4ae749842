import Foundation

/// Reads a file in chunks.
enum FileChunks {
    /// The length of one chunk in bytes.
    static let pieceLength = 64 * 1024

    /// Returns the length of a file in bytes; `nil` when it cannot be determined.
    static func length(of url: URL) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        return (attributes?[.size] as? NSNumber)?.intValue
    }

    /// Returns the content of a file.
    ///
    /// The file is opened when the first chunk is requested, and closed at the end.
    static func open(_ url: URL) -> BodyChunks {
        let reader = FileReader(url: url)
        return BodyChunks { try await reader.next() }
    }
}

/// An open file and the current position. The handle is closed when the reader is deallocated.
private actor FileReader {
    private let url: URL
    private var handle: FileHandle?
    private var isAtEnd = false

    init(url: URL) {
        self.url = url
    }

    /// Returns the next chunk; `nil` at the end of the file.
    func next() throws -> [UInt8]? {
        if isAtEnd { return nil }
        let open = try handle ?? FileHandle(forReadingFrom: url)
        handle = open
        if let data = try open.read(upToCount: FileChunks.pieceLength), !data.isEmpty { return [UInt8](data) }
        isAtEnd = true
        try open.close()
        handle = nil
        return nil
    }
}
