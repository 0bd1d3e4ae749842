public import APIRuntime

/// A part of a request that is not what the specification says.
///
/// Its description names the part, and holds no value of it.
public struct UnreadableInput: Error, Sendable, CustomStringConvertible {
    /// Where the part stands.
    public enum Place: String, Sendable {
        /// In the path.
        case path
        /// In the query.
        case query
        /// In a header field.
        case header
        /// In a cookie.
        case cookie
        /// The body, or a member of a form.
        case body
    }

    /// What is wrong.
    public enum Reason: Sendable, Hashable {
        /// It is required, and not there.
        case missing
        /// It is there, but no value of its type.
        case unreadable(DecodingFailure)
        /// The specification names no such parameter; only where ``ServerOptions/unknownParameters`` refuses them.
        case unknown
        /// The body has more bytes than allowed.
        case tooLarge
    }

    /// Where the part stands.
    public let place: Place

    /// The parameter's or member's name; empty for a whole body.
    public let name: String

    /// What is wrong.
    public let reason: Reason

    /// Creates a failure, for services that check more than types.
    public init(_ place: Place, _ name: String = "", _ reason: Reason) {
        self.place = place
        self.name = name
        self.reason = reason
    }

    /// Status to respond with unless the service says otherwise: 400 or 413.
    public var status: Int { reason == .tooLarge ? 413 : 400 }

    /// The part and what is wrong with it, on one line.
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
