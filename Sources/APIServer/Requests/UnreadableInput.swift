#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import APIRuntime

/// An error in a part of a request that does not match the specification.
///
/// Its description names the part, but contains none of its value.
public struct UnreadableInput: Error, Sendable, CustomStringConvertible {
    /// The location of the part.
    public enum Location: String, Sendable {
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
        /// The body has more bytes, or the form more fields, than allowed.
        case tooLarge
        /// The media type of the body is not a documented one.
        case mediaType
        /// The value violates constraints of its schema.
        case invalid([SchemaValidation.Problem])
    }

    /// The location of the part.
    public let location: Location

    /// The name of the parameter or property; empty for a complete body.
    public let name: String

    /// The reason for the failure.
    public let reason: Reason

    /// What the server reads in place of a body with the reason ``Reason/mediaType``; `nil` if it is unknown.
    private(set) var readable: ReadableBody?

    /// Creates an error, for services that validate more than types.
    public init(_ location: Location, _ name: String = "", _ reason: Reason) {
        self.location = location
        self.name = name
        self.reason = reason
    }

    /// Creates an error for a body with another media type or content coding.
    init(_ readable: ReadableBody) {
        self.init(.body, "", .mediaType)
        self.readable = readable
    }

    /// Creates an error for a body that is no multipart form, because of its media type or without a boundary.
    init(notFormWithType type: String?) {
        guard let type else {
            self.init(.body, "", .missing)
            return
        }
        guard type.mediaType.hasPrefix("multipart/") else {
            self.init(.mediaTypes(["multipart/form-data"]))
            return
        }
        self.init(.body, "", .unreadable(DecodingFailure(.syntax, "the media type has no valid boundary")))
    }

    /// Creates an error from a failure to decode a form, a body or a parameter.
    ///
    /// - Parameters:
    ///   - location: The location of the part.
    ///   - name: The name of the parameter or property; `nil` for the property that the failure names.
    ///   - failure: The failure.
    init(_ location: Location, _ name: String? = nil, failure: DecodingFailure) {
        let isTooLarge = failure.reason == .tooLarge
        self.init(location, name ?? failure.firstMember, isTooLarge ? .tooLarge : .unreadable(failure))
    }

    /// The status of the default response: 400, 413 or 415.
    public var status: Int {
        switch reason {
        case .tooLarge: 413
        case .mediaType: 415
        case .missing, .unreadable, .unknown, .invalid: 400
        }
    }

    /// The part, the path to the value inside of it and the reason, on one line.
    ///
    /// A client can choose the names of unknown parameters and properties. A path is cut after 200 characters, and its
    /// control characters are escaped.
    public var description: String {
        switch reason {
        case .missing: "The \(subject) is missing."
        case .unreadable(let failure): "The \(subject(failure.path)) cannot be read: \(failure.message)."
        case .unknown: "There is no \(subject)."
        case .tooLarge: "The \(subject) is too large."
        case .mediaType: "The \(subject) has \(mediaProblem)."
        case .invalid(let problems): problems.map(sentence).joined(separator: " ")
        }
    }

    /// The paths to the values with problems and the reasons, without values.
    var details: [(path: String, reason: String)] {
        let details: [(path: String, reason: String)] =
            switch reason {
            case .missing: [(name, "is missing")]
            case .unreadable(let failure): [(path(failure.path), failure.message)]
            case .unknown: [(name, "is not documented")]
            case .tooLarge: [(name, "is too large")]
            case .mediaType: [(name, "has \(mediaProblem)")]
            case .invalid(let problems): problems.map { (path($0.path), "must be \($0.rule)") }
            }
        return details.map { (Self.printable($0.path), $0.reason) }
    }

    /// Returns a path on one line: cut after 200 characters, and with escapes for the characters that are not visible,
    /// such as line breaks and marks of the direction of text.
    private static func printable(_ path: String) -> String {
        let scalars = path.unicodeScalars
        let text = scalars.prefix(200).map { scalar -> String in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                scalar.escaped(asASCII: true)
            default: String(scalar)
            }
        }.joined()
        return scalars.count > 200 ? text + "…" : text
    }

    private func sentence(_ problem: SchemaValidation.Problem) -> String {
        "The \(subject(problem.path)) must be \(problem.rule)."
    }

    /// The property of the body that the server does not read.
    private var mediaProblem: String {
        if case .uncoded? = readable { return "a content coding that the server does not decode" }
        return "a media type that the operation does not read"
    }

    private var subject: String { subject("") }

    private func subject(_ inner: String) -> String {
        let name = Self.printable(path(inner))
        guard !name.isEmpty else { return "body of the request" }
        return switch location {
        case .path: "path parameter '\(name)'"
        case .query: "query parameter '\(name)'"
        case .header: "header field '\(name)'"
        case .cookie: "cookie '\(name)'"
        case .body: "property '\(name)' of the body"
        }
    }

    /// Returns the path from the request's part to a value.
    private func path(_ inner: String) -> String {
        guard !inner.isEmpty else { return name }
        // The path of a failure in a complete body starts with the property's name.
        guard !name.isEmpty,
            location != .body || !(inner == name || inner.hasPrefix(name + ".") || inner.hasPrefix(name + "["))
        else { return inner }
        return inner.hasPrefix("[") ? name + inner : "\(name).\(inner)"
    }
}

extension DecodingFailure {
    /// The name of the property in which the failure occurred; empty if it occurred in none.
    var firstMember: String {
        if case .member(let name) = steps.first { name } else { "" }
    }
}

extension UnreadableInput: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}
