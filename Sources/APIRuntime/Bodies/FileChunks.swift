import Foundation

/// Reads a file in pieces.
enum FileChunks {
    /// Length of one piece in bytes.
    static let pieceLength = 64 * 1024

    /// Length of a file in bytes; `nil` when it cannot be found.
    static func length(of url: URL) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        return (attributes?[.size] as? NSNumber)?.intValue
    }

    /// The file's content.
    ///
    /// The file is opened when the first piece is asked for, and closed at the end.
    static func open(_ url: URL) -> BodyChunks {
        let reader = FileReader(url: url)
        return BodyChunks { try await reader.next() }
    }
}

/// An open file and the position in it. The handle closes itself when the reader goes away.
private actor FileReader {
    private let url: URL
    private var handle: FileHandle?
    private var isAtEnd = false

    init(url: URL) {
        self.url = url
    }

    /// The next piece; `nil` at the end of the file.
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
