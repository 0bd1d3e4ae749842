import Foundation

/// A queue file whose pages a test overwrites while no queue has it open.
struct DamagedFile {
    static let pageSize = 4096

    let url: URL

    init(in folder: URL) {
        url = folder.appendingPathComponent("uploads.sqlite")
    }

    /// The number of pages.
    var pages: Int {
        get throws { try Data(contentsOf: url).count / Self.pageSize }
    }

    /// Overwrites pages, of which the first one has the number 0.
    func overwrite(_ pages: [Int], with byte: UInt8 = 0x5A) throws {
        let handle = try FileHandle(forUpdating: url)
        defer { try? handle.close() }
        for page in pages {
            try handle.seek(toOffset: UInt64(page * Self.pageSize))
            try handle.write(contentsOf: Data(repeating: byte, count: Self.pageSize))
        }
    }
}
