import APIRuntime
import NIOHTTP1

/// The order of the messages on one connection, and the violations that end it.
///
/// Only decides; ``ByteFence`` and ``MessageFence`` act.
struct ConnectionState {
    /// The largest head of a response in bytes, including the heads of interim responses.
    static let maximumHeadBytes = 1 << 20

    /// The largest number of interim responses to one request.
    static let maximumInterimResponses = 100

    private enum Phase {
        /// No response is expected.
        case idle
        case awaitingHead
        case inBody
        /// The response is complete, and its end was not yet passed on.
        case ended
    }

    private var phase = Phase.idle
    private var headBytes = 0
    private var interimResponses = 0

    /// Whether the connection must not be used any more.
    private(set) var isSpoiled = false

    /// Whether the head of the response to the last request has arrived.
    var hasResponse: Bool { phase != .awaitingHead }

    /// The decision about a part of a response.
    enum Verdict {
        /// The part is passed on.
        case pass
        /// The part is passed on when all bytes of the same read are checked.
        case hold
        /// The part is dropped.
        case drop
        /// The response is refused and the connection closed.
        case refuse(TransportError)
    }

    /// Records the head of a request.
    mutating func sendHead() {
        phase = .awaitingHead
        headBytes = 0
        interimResponses = 0
    }

    /// Records that the end of a response was passed on.
    mutating func passEnd() {
        if phase == .ended { phase = .idle }
    }

    /// Marks the connection as unusable.
    mutating func spoil() { isSpoiled = true }

    /// Decides about bytes from the server before they are parsed.
    mutating func receiveBytes(_ count: Int) -> Verdict {
        guard !isSpoiled else { return .drop }
        switch phase {
        case .idle, .ended:
            // A response that nobody asked for would become the response to the next request.
            return spoiled(.malformedResponse("The server sent bytes without a request."))
        case .awaitingHead:
            headBytes += count
            guard headBytes <= Self.maximumHeadBytes else { return spoiled(.headTooLarge) }
        case .inBody: break
        }
        return .pass
    }

    /// Decides about a parsed part of a response.
    mutating func receive(_ part: HTTPClientResponsePart) -> Verdict {
        guard !isSpoiled else { return .drop }
        switch (phase, part) {
        case (.awaitingHead, .head(let head)): return receive(head)
        case (.inBody, .body): return .pass
        case (.inBody, .end):
            phase = .ended
            return .hold
        default: return spoiled(.malformedResponse("The parts of the response are out of order."))
        }
    }

    private mutating func receive(_ head: HTTPResponseHead) -> Verdict {
        switch head.status.code {
        // AsyncHTTPClient ends the process when a response with such a status has a body.
        case ..<100, 1000...: return spoiled(.malformedResponse("The response's status is not a status of HTTP."))
        case 101: return spoiled(.malformedResponse("The server switched to another protocol without a request."))
        case 100..<200:
            interimResponses += 1
            guard interimResponses <= Self.maximumInterimResponses else {
                return spoiled(.malformedResponse("The server sent too many interim responses."))
            }
            return .drop
        default:
            phase = .inBody
            return .pass
        }
    }

    private mutating func spoiled(_ error: TransportError) -> Verdict {
        isSpoiled = true
        return .refuse(error)
    }
}

extension TransportError {
    /// The head of a response exceeds the limit.
    static let headTooLarge = TransportError(.tooLarge, "The head of the response is longer than the client accepts.")
}
