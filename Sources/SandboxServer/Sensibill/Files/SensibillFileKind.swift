import SensibillAPI

/// A kind of file that can be uploaded, identified by its first bytes.
enum SensibillFileKind: Hashable, Sendable {
    case jpeg
    case png
    case gif
    case pdf

    /// The maximum size of an upload in bytes: 5 MB.
    static let sizeLimit = 5 * 1024 * 1024

    /// Creates the kind of a file, or returns `nil` for an unsupported one.
    ///
    /// The name and the media type are ignored.
    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) {
            self = .gif
        } else if bytes.starts(with: Array("%PDF-".utf8)) {
            self = .pdf
        } else {
            return nil
        }
    }

    /// The source format that a document of this kind reports.
    var sourceFormat: SourceDocumentFormat { self == .pdf ? .pdf : .image }
}
