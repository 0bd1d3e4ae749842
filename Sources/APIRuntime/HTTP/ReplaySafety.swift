public import HTTPTypes

/// The effect of sending an operation more than once.
public enum ReplaySafety: Hashable, Sendable {
    /// Sending it twice has the same effect as sending it once.
    case safe
    /// Sending it twice may have its effect twice.
    case unsafe
    /// Sending it again is safe with an idempotency key: every attempt carries the same value in this header field.
    case keyed(header: String)

    /// Returns the safety of an HTTP method: idempotent methods are safe (RFC 9110, section 9.2.2).
    public static func standard(for method: HTTPRequest.Method) -> ReplaySafety {
        switch method {
        case .get, .head, .put, .delete, .options, .trace: .safe
        case _ where method.rawValue == "QUERY": .safe
        default: .unsafe
        }
    }

    /// Whether the operation may be sent again after the server may have acted.
    public var isReplayable: Bool { self != .unsafe }

    /// The header field of the idempotency key; `nil` without one.
    public var keyHeader: String? {
        if case .keyed(let header) = self { header } else { nil }
    }
}

extension HTTPRequest.Method {
    /// Whether the method asks for no change on the server (RFC 9110, section 9.2.1), as does `QUERY`.
    var isSafe: Bool { [.get, .head, .options, .trace].contains(self) || rawValue == "QUERY" }
}
