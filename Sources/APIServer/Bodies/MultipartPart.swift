public import APIRuntime

/// One part of a multipart body.
public struct MultipartPart: Sendable {
    /// The name of the form field; empty if the part has none.
    public let name: String

    /// The name of the file; `nil` if the part is not a file.
    public let fileName: String?

    /// The media type; `nil` if the part specifies none.
    public let contentType: String?

    /// The content, in memory or in a temporary file.
    public internal(set) var content: HTTPBody

    /// The content if it is in memory; empty for a large file, which ``content`` reads from its temporary file.
    public let bytes: [UInt8]

    /// The content as a string, in the `charset` of its media type, or in UTF-8 without one.
    ///
    /// Invalid bytes become U+FFFD.
    public var text: String {
        CharsetText.text(bytes, charset: contentType.flatMap { MediaType($0) }?.parameters["charset"])
    }

    /// Creates a part.
    public init(name: String, fileName: String? = nil, contentType: String? = nil, bytes: [UInt8]) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
        self.bytes = bytes
        content = .bytes(bytes)
    }
}

extension MultipartPart: CustomStringConvertible, CustomReflectable {
    /// The name and the size in memory; the content may be private.
    public var description: String { "part \(name), \(bytes.count) bytes in memory" }

    /// A mirror of name and size, so that `dump` and failed tests print no content.
    public var customMirror: Mirror { Mirror(self, children: ["name": name, "bytes": bytes.count]) }
}
