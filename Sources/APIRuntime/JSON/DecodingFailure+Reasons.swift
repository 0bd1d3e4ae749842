extension DecodingFailure.Reason {

    /// A required property is absent.
    public static let missing = Self(rawValue: "missing")

    /// A value has a different kind or format than expected.
    public static let mismatch = Self(rawValue: "mismatch")

    /// A number is outside the range of its type.
    public static let range = Self(rawValue: "range")

    /// The bytes are not JSON.
    public static let syntax = Self(rawValue: "syntax")

    /// A string is not UTF-8, or escapes half of a surrogate pair.
    public static let encoding = Self(rawValue: "encoding")

    /// Something other than white space follows the value.
    public static let trailing = Self(rawValue: "trailing")

    /// Arrays and objects are nested deeper than allowed.
    public static let depth = Self(rawValue: "depth")

    /// An object names a property twice.
    public static let duplicateKey = Self(rawValue: "duplicateKey")

    /// The document is longer than allowed.
    public static let tooLarge = Self(rawValue: "tooLarge")

    /// Choosing between variants took more work than allowed.
    public static let tooComplex = Self(rawValue: "tooComplex")

    /// A property with a constant value has another value; strict reading only.
    public static let constant = Self(rawValue: "constant")

    /// An object has a property that the model does not declare; strict reading only.
    public static let unknownProperty = Self(rawValue: "unknownProperty")

    /// An enumeration has a value that the model does not list; strict reading only.
    public static let unknownValue = Self(rawValue: "unknownValue")

    /// A value violates a constraint of its schema; only if the client validates responses.
    public static let invalid = Self(rawValue: "invalid")

    /// The response has a media type that its operation does not document.
    public static let mediaType = Self(rawValue: "mediaType")

    /// The task was cancelled while the document was read.
    public static let cancelled = Self(rawValue: "cancelled")

    /// The deadline of the call passed while the document was read.
    public static let timedOut = Self(rawValue: "timedOut")

    /// Internal: the order of the properties differs from the model's, so the document is read again with an index.
    static let reorder = Self(rawValue: "reorder")
}
