import Foundation

/// The files and responses that tests share.
enum Samples {
    /// The first bytes of a JPEG, followed by text that the sandbox recognizes.
    static let jpeg = jpeg(showing: "MERCHANT=Cafe Nord;TOTAL=25.60;")

    /// A JPEG with the given text.
    static func jpeg(showing text: String) -> Data {
        Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(text.utf8) + Data([0xFF, 0xD9])
    }

    /// The first bytes of a PDF.
    static let pdf = Data("%PDF-1.4 MERCHANT=Cafe Nord;".utf8)
}
