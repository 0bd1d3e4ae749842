#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import APIRuntime

/// An error for a request without sufficient credentials.
///
/// The body of the request has not been read.
public struct UnauthorizedRequest: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason for the refusal.
    public enum Reason: Sendable, Hashable {
        /// The request does not have the required credentials.
        case missing
        /// A credential is unknown, expired or revoked.
        case refused
        /// A credential does not permit the operation.
        case forbidden
    }

    /// The reason for the refusal.
    public let reason: Reason

    /// The requirement of the operation.
    public let security: RouteSecurity

    /// Creates an error.
    public init(_ reason: Reason, _ security: RouteSecurity) {
        self.reason = reason
        self.security = security
    }

    /// The status of the response: 401 or 403.
    public var status: Int { reason == .forbidden ? 403 : 401 }

    /// The reason on one line, without any credential.
    public var description: String {
        switch reason {
        case .missing: "The request does not have the required credentials."
        case .refused: "The credentials of the request are not valid."
        case .forbidden: "The credentials of the request do not permit this operation."
        }
    }

    /// The challenges of the field `WWW-Authenticate` (RFC 9110, RFC 6750, RFC 7617), one for each scheme.
    public var challenges: [String] {
        var known: Set<String> = []
        return security.alternatives.joined().map(challenge).filter { known.insert($0).inserted }
    }

    private func challenge(_ scheme: RouteSecurity.Scheme) -> String {
        switch scheme.placement {
        case .bearer: bearer(scheme.scopes)
        case .basic: "Basic realm=\"api\", charset=\"UTF-8\""
        case .header(let name): "ApiKey in=\"header\", name=\"\(Self.quotable(name))\""
        case .query(let name): "ApiKey in=\"query\", name=\"\(Self.quotable(name))\""
        case .cookie(let name): "ApiKey in=\"cookie\", name=\"\(Self.quotable(name))\""
        case nil: "Other scheme=\"\(Self.quotable(scheme.name))\""
        }
    }

    private func bearer(_ scopes: [String]) -> String {
        var challenge = "Bearer realm=\"api\""
        switch reason {
        case .missing: break
        case .refused: challenge += ", error=\"invalid_token\""
        case .forbidden: challenge += ", error=\"insufficient_scope\""
        }
        guard !scopes.isEmpty else { return challenge }
        return challenge + ", scope=\"\(Self.quotable(scopes.joined(separator: " ")))\""
    }

    private static func quotable(_ text: String) -> String {
        String(decoding: text.utf8.filter { 0x20...0x7E ~= $0 && $0 != 0x22 && $0 != 0x5C }, as: UTF8.self)
    }
}

extension UnauthorizedRequest: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}
