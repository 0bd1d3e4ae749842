public import APIRuntime

/// A part of a request that does not match the specification.
///
/// Its description names the part, and holds no value of it.
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
        /// The body, or a property of a form.
        case body
    }

    /// The reason.
    public enum Reason: Sendable, Hashable {
        /// It is required and absent.
        case missing
        /// It is present, but not a value of its type.
        case unreadable(DecodingFailure)
        /// The specification does not declare the parameter; only if ``ServerOptions/unknownParameters`` refuses those.
        case unknown
        /// The body has more bytes than allowed.
        case tooLarge
    }

    /// The location of the part.
    public let place: Place

    /// The name of the parameter or property; empty for a whole body.
    public let name: String

    /// The reason.
    public let reason: Reason

    /// Creates a failure, for services that validate more than types.
    public init(_ place: Place, _ name: String = "", _ reason: Reason) {
        self.place = place
        self.name = name
        self.reason = reason
    }

    /// The default status of the response: 400 or 413.
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
