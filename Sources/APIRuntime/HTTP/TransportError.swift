#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
/// The reason why no usable response arrived.
///
/// Its strings contain no credential, body, header or query value. Errors are equal when they describe the same failure,
/// whatever was ``sent`` before.
public struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A kind of failure.
    ///
    /// More kinds may follow: end a `switch` with `default`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, as in descriptions.
        public let rawValue: String

        /// Creates a kind by its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// No connection could be made.
        ///
        /// After a redirect, an earlier request of the call was sent: see ``TransportError/sent``.
        public static let unreachable = Code(rawValue: "unreachable")

        /// The connection was lost before the response was complete.
        ///
        /// The server may have acted.
        public static let connection = Code(rawValue: "connection")

        /// The server's bytes are not a response of HTTP, or a part of one.
        ///
        /// The server may have acted.
        public static let malformedResponse = Code(rawValue: "malformedResponse")

        /// No complete response was received within the time allowed for one attempt or for the whole call.
        public static let timedOut = Code(rawValue: "timedOut")

        /// The task was cancelled.
        ///
        /// ``OperationSender`` reports it as ``CallFailure/cancelled``.
        public static let cancelled = Code(rawValue: "cancelled")

        /// The call was refused before sending: a value in it is not allowed at its position.
        public static let invalidRequest = Code(rawValue: "invalidRequest")

        /// The response is longer than allowed.
        public static let tooLarge = Code(rawValue: "tooLarge")

        /// A redirect led to a URL to which the call must not be sent.
        public static let redirectRefused = Code(rawValue: "redirectRefused")

        /// The server's certificate was not trusted, or no secure connection could be agreed on.
        public static let tls = Code(rawValue: "tls")

        /// The transport cannot do what the call needs.
        public static let unsupported = Code(rawValue: "unsupported")

        /// The client has no URL for the call's server role.
        public static let noServer = Code(rawValue: "noServer")

        /// The cache has no usable response, and the call may not be sent.
        public static let notCached = Code(rawValue: "notCached")

        /// The file for the response could not be written.
        public static let file = Code(rawValue: "file")

        /// The body's file or stream failed while it was read.
        public static let body = Code(rawValue: "body")
    }

    private var details: Boxed<Details>

    private struct Details: Sendable {
        let code: Code
        let message: String
        let underlying: String?
        var sent: SendAccount
    }

    /// The kind of failure.
    public var code: Code { details.value.code }

    /// The failure and its remedy, in one sentence.
    public var message: String { details.value.message }

    /// The kind of the underlying failure, for example a `URLError` code; `nil` when there is none.
    public var underlying: String? { details.value.underlying }

    /// The part of the call that may have left the device.
    public var sent: SendAccount {
        get { details.value.sent }
        set { details.value.sent = newValue }
    }

    /// Creates an error.
    ///
    /// Neither string may contain a value from the call or the response.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: The failure and its remedy, in one sentence.
    ///   - underlying: The kind of the underlying failure; `nil` when there is none.
    ///   - sent: The part of the call that may have left the device; `nil` for the most that the code allows: nothing for
    ///     ``Code/unreachable`` and for codes of calls that are refused before sending, and everything for all others.
    public init(_ code: Code, _ message: String, underlying: String? = nil, sent: SendAccount? = nil) {
        let sent = sent ?? (Self.unsentCodes.contains(code) ? .nothing : .everything)
        details = Boxed(Details(code: code, message: message, underlying: underlying, sent: sent))
    }

    /// The kinds of failure that occur only before a request is sent.
    private static let unsentCodes: Set<Code> = [.unreachable, .invalidRequest, .unsupported, .noServer, .notCached]

    /// Compares the code, the message and the underlying failure.
    public static func == (left: TransportError, right: TransportError) -> Bool {
        left.code == right.code && left.message == right.message && left.underlying == right.underlying
    }

    /// Hashes the code, the message and the underlying failure.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(message)
        hasher.combine(underlying)
    }

    /// The code, the message and the underlying failure.
    public var description: String {
        let cause = underlying.map { " (\($0))" } ?? ""
        return "\(code.rawValue): \(message)\(cause)"
    }

    /// The task was cancelled.
    public static let cancelled = TransportError(.cancelled, "The call was cancelled.")
}

extension TransportError {
    /// Returns the error for a response that is longer than `limit` bytes.
    package static func tooLarge(_ limit: Int) -> TransportError {
        TransportError(.tooLarge, "The response is longer than \(limit) bytes. Raise the client's limit to read it.")
    }

    /// Returns the error for bytes that are not a response of HTTP.
    ///
    /// - Parameters:
    ///   - message: The violation, without values of the response.
    ///   - underlying: The kind of the underlying failure; `nil` when there is none.
    /// - Returns: An error with the code ``Code/malformedResponse``.
    package static func malformedResponse(_ message: String, underlying: String? = nil) -> TransportError {
        TransportError(.malformedResponse, message, underlying: underlying)
    }

    /// Returns the error for a request body that cannot be read.
    ///
    /// - Parameter error: The error of the body; an error with the code ``Code/body`` is returned unchanged.
    /// - Returns: An error with the code ``Code/body``.
    package static func unreadableBody(_ error: any Error) -> TransportError {
        if let error = error as? TransportError, error.code == .body { return error }
        return TransportError(.body, "The body could not be read.", underlying: "\(type(of: error))")
    }

    /// Returns the same error with another account of what was sent.
    package func with(sent: SendAccount) -> TransportError {
        var copy = self
        copy.sent = sent
        return copy
    }

    /// No complete response was received in time.
    package static let timedOut = TransportError(.timedOut, "No complete response came in time.")
}

extension TransportError: LocalizedError {
    /// The failure and its remedy, in one sentence.
    public var errorDescription: String? { message }
}
