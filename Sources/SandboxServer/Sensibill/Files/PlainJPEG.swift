/// An image for sources that have none.
enum PlainJPEG {

    /// A grey square of eight pixels: a complete baseline JPEG.
    ///
    /// It contains one quantization table of ones, one code for "no difference" and one for "end of block". The data is
    /// two bits.
    static let bytes: [UInt8] =
        [0xFF, 0xD8]
        + [0xFF, 0xDB, 0x00, 0x43, 0x00] + Array(repeating: 1, count: 64)
        + [0xFF, 0xC0, 0x00, 0x0B, 0x08, 0x00, 0x08, 0x00, 0x08, 0x01, 0x01, 0x11, 0x00]
        + huffmanTable(class: 0x00)
        + huffmanTable(class: 0x10)
        + [0xFF, 0xDA, 0x00, 0x08, 0x01, 0x01, 0x00, 0x00, 0x3F, 0x00]
        + [0x3F]
        + [0xFF, 0xD9]

    /// Returns a table with one code, of one bit, for the value 0.
    private static func huffmanTable(class tableClass: UInt8) -> [UInt8] {
        [0xFF, 0xC4, 0x00, 0x14, tableClass, 0x01] + Array(repeating: 0, count: 15) + [0x00]
    }
}
