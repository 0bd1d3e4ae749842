public import HTTPTypes

/// Whether sending an operation again can do harm.
public enum ReplaySafety: Hashable, Sendable {
    /// Sending it twice has the effect of sending it once.
    case safe
    /// Sending it twice may do it twice.
    case unsafe
    /// Safe through a key: every attempt carries the same value in this header field.
    case keyed(header: String)

    /// Returns the replay safety of a method in HTTP: idempotent methods are safe (RFC 9110, section 9.2.2).
    public static func standard(for method: HTTPRequest.Method) -> ReplaySafety {
        switch method {
        case .get, .head, .put, .delete, .options, .trace: .safe
        default: .unsafe
        }
    }

    /// Whether the operation may be sent again after a server may have acted on it.
    public var isReplayable: Bool { self != .unsafe }

    /// Header field of the idempotency key; `nil` when none is needed.
    public var keyHeader: String? {
        if case .keyed(let header) = self { header } else { nil }
    }
}
