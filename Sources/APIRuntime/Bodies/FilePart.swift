#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import HTTPTypes

/// A file to send as one part of a multipart form, or a string in its place.
public struct FilePart: Sendable {
    /// The source of the bytes.
    public let content: HTTPBody

    /// The file name sent to the server; `nil` sends the name of the property in a form, and none in other bodies.
    ///
    /// Only the last path component is sent.
    public let fileName: String?

    /// The media type, for example `image/jpeg`.
    ///
    /// Instead of `application/octet-stream`, the part has the type that the OpenAPI document states, or the first one of
    /// a list. The call fails if the document lists several types or a range, and the media type is none of them.
    public internal(set) var contentType: String

    /// Further header fields of the part, by name; invalid names are not sent.
    ///
    /// Sending a value with a line break, NUL or another control character fails.
    public var headers: [String: String] = [:]

    /// The reason not to send the part; `nil` for a valid one.
    var problem: String? {
        guard HeaderValue.isValid(contentType) else { return "The media type of a part holds a control character." }
        let invalid = headers.filter { !HeaderValue.isValid($0.value) }.compactMap { HTTPField.Name($0.key) }
        guard let name = invalid.map(\.canonicalName).min() else { return nil }
        return "The value of a part's header \(name) holds a control character."
    }

    /// Whether the part is text instead of a file.
    var isText = false

    /// Creates a part that is text, where the OpenAPI document allows a string instead of a file.
    ///
    /// Such a string is, for example, the address or the identifier of a file that the server already has. It is sent
    /// without a file name.
    ///
    /// - Parameter text: The string, which is sent in UTF-8.
    public init(text: String) {
        self.init(.bytes(Array(text.utf8)), fileName: nil, contentType: "text/plain; charset=utf-8")
        isText = true
    }

    /// Creates a part from bytes in memory.
    public init(data: Data, fileName: String? = nil, contentType: String = "application/octet-stream") {
        self.init(.bytes([UInt8](data)), fileName: fileName, contentType: contentType)
    }

    /// Creates a part from a file, which is read while it is sent.
    ///
    /// - Parameters:
    ///   - file: A file URL. The file must not change until the call has ended.
    ///   - fileName: The file name sent to the server; `nil` uses the name of the file.
    ///   - contentType: The media type.
    public init(file: URL, fileName: String? = nil, contentType: String = "application/octet-stream") {
        self.init(.file(file), fileName: fileName ?? file.lastPathComponent, contentType: contentType)
    }

    /// Creates a part from any body.
    public init(_ content: HTTPBody, fileName: String?, contentType: String = "application/octet-stream") {
        self.content = content
        self.fileName = fileName.map { String($0.split(whereSeparator: { "/\\".contains($0) }).last ?? "") }
        self.contentType = contentType
    }
}
