extension SensibillAPIModel {
    /// A media type that the service accepts or returns.
    public enum MIMEType: String, CaseIterable, Codable, Sendable {
        /// JSON.
        case applicationJson = "application/json"
        /// A PDF document.
        case applicationPdf = "application/pdf"
        /// A form without files.
        case applicationXWwwFormUrlencoded = "application/x-www-form-urlencoded"
        /// An archive of several files.
        case applicationZip = "application/zip"
        /// A spreadsheet.
        case applicationXlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        /// A JPEG picture.
        case imageJpeg = "image/jpeg"
        /// A PNG picture.
        case imagePng = "image/png"
        /// A GIF picture.
        case imageGif = "image/gif"
        /// A form with files.
        case multipartFormData = "multipart/form-data"
        /// Comma separated values.
        case textCsv = "text/csv"
    }
}

extension SensibillAPIModel.MIMEType {
    /// Detects the type of a file from its first bytes; `nil` if the type cannot be uploaded.
    static func sniff(_ head: some Collection<UInt8>) -> Self? {
        let signatures: [(Self, [UInt8])] = [
            (.imageJpeg, [0xFF, 0xD8, 0xFF]),
            (.imagePng, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
            (.imageGif, Array("GIF87a".utf8)),
            (.imageGif, Array("GIF89a".utf8)),
            (.applicationPdf, Array("%PDF-".utf8)),
        ]
        return signatures.first { head.starts(with: $0.1) }?.0
    }

    /// The file name extension, without the dot.
    var fileExtension: String {
        switch self {
        case .applicationJson: "json"
        case .applicationPdf: "pdf"
        case .applicationZip: "zip"
        case .applicationXlsx: "xlsx"
        case .imageJpeg: "jpg"
        case .imagePng: "png"
        case .imageGif: "gif"
        case .textCsv: "csv"
        case .applicationXWwwFormUrlencoded, .multipartFormData: "txt"
        }
    }
}
