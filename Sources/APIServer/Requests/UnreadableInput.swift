public import APIRuntime

/// An error in a part of a request that does not match the specification.
///
/// Its description names the part, but contains none of its value.
public struct UnreadableInput: Error, Sendable, CustomStringConvertible {
    /// The location of the part.
    public enum Place: String, Sendable {
        /// In the path.
        case path
        /// In the query.
        case query
        /// In a header field.
        case header
        /// In a cookie.
        case cookie
        /// In the body, or in a property of a form.
        case body
    }

    /// The reason for the failure.
    public enum Reason: Sendable, Hashable {
        /// The part is required, but missing.
        case missing
        /// The part is present, but cannot be decoded as its type.
        case unreadable(DecodingFailure)
        /// The specification contains no such parameter.
        ///
        /// Only occurs if ``ServerOptions/unknownParameters`` refuses them.
        case unknown
        /// The body has more bytes than allowed.
        case tooLarge
    }

    /// The location of the part.
    public let place: Place

    /// The name of the parameter or property; empty for a complete body.
    public let name: String

    /// The reason for the failure.
    public let reason: Reason

    /// Creates an error, for services that validate more than types.
    public init(_ place: Place, _ name: String = "", _ reason: Reason) {
        self.place = place
        self.name = name
        self.reason = reason
    }

    /// The status of the default response: 400 or 413.
    public var status: Int { reason == .tooLarge ? 413 : 400 }

    /// The part and the reason, on one line.
    public var description: String {
        switch reason {
        case .missing: "The \(subject) is missing."
        case .unreadable: "The \(subject) cannot be read."
        case .unknown: "There is no \(subject)."
        case .tooLarge: "The \(subject) is too large."
        }
    }

    private var subject: String {
        guard !name.isEmpty else { return "body of the request" }
        return switch place {
        case .path: "path parameter '\(name)'"
        case .query: "query parameter '\(name)'"
        case .header: "header field '\(name)'"
        case .cookie: "cookie '\(name)'"
        case .body: "member '\(name)' of the body"
        }
    }
}
