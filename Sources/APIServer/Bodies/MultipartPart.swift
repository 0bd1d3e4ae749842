/// One part of a multipart body.
public struct MultipartPart: Sendable {
    /// Name of the form field; empty when the part has none.
    public let name: String

    /// Name of the file; `nil` for a part that is no file.
    public let fileName: String?

    /// Media type; `nil` when the part names none.
    public let contentType: String?

    /// The content.
    public let bytes: [UInt8]

    /// The content as text; bytes that are not UTF-8 become U+FFFD.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Creates a part.
    public init(name: String, fileName: String? = nil, contentType: String? = nil, bytes: [UInt8]) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
        self.bytes = bytes
    }
}
