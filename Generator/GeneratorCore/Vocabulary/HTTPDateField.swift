/// The header fields whose values HTTP defines as dates in its own format, such as
/// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
///
/// Documents describe them as `date-time`, but a receiver ignores a condition in any other format, so that a conditional
/// request would become unconditional.
enum HTTPDateField {

    /// The names in lower case: those of RFC 9110 and 9111, `Sunset` (RFC 8594) and the ones of RFC 7089.
    private static let names: Set<String> = [
        "date", "expires", "last-modified", "if-modified-since", "if-unmodified-since", "if-range", "retry-after",
        "sunset", "accept-datetime", "memento-datetime",
    ]

    /// The ends of names such as `x-amz-copy-source-if-modified-since`, which apply a condition to another resource.
    private static let suffixes = ["-if-modified-since", "-if-unmodified-since"]

    /// Returns whether a date in the header field with a name has the format of HTTP.
    static func contains(_ name: String) -> Bool {
        let name = name.lowercased()
        return names.contains(name) || suffixes.contains(where: name.hasSuffix)
    }
}
