/// The media type of a body for which a document lists several types or a range such as `image/*`.
///
/// Use a string literal for any type, such as `"image/heic"`.
public struct BodyMediaType: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The media type with its parameters, such as `image/png`.
    public let value: String

    /// Creates a media type.
    public init(_ value: String) {
        self.value = value
    }

    /// Creates a media type from a literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// Bytes of any kind: `application/octet-stream`.
    public static let octetStream: BodyMediaType = "application/octet-stream"

    /// `application/pdf`.
    public static let pdf: BodyMediaType = "application/pdf"

    /// `application/zip`.
    public static let zip: BodyMediaType = "application/zip"

    /// `image/png`.
    public static let png: BodyMediaType = "image/png"

    /// `image/jpeg`.
    public static let jpeg: BodyMediaType = "image/jpeg"

    /// `image/gif`.
    public static let gif: BodyMediaType = "image/gif"

    /// `image/webp`.
    public static let webp: BodyMediaType = "image/webp"

    /// `video/mp4`.
    public static let mp4: BodyMediaType = "video/mp4"

    /// `text/plain`.
    public static let plainText: BodyMediaType = "text/plain"

    /// `text/csv`.
    public static let csv: BodyMediaType = "text/csv"
}
