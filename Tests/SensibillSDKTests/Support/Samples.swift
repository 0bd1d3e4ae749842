import Foundation

/// Files and responses that tests share.
enum Samples {
    /// The first bytes of a JPEG, and text that says what it shows.
    static let jpeg = jpeg(showing: "MERCHANT=Cafe Nord;TOTAL=25.60;")

    /// A picture of its own.
    static func jpeg(showing text: String) -> Data {
        Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(text.utf8) + Data([0xFF, 0xD9])
    }

    /// The first bytes of a PDF.
    static let pdf = Data("%PDF-1.4 MERCHANT=Cafe Nord;".utf8)
}
