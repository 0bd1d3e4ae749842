import APIRuntime
import HTTPTypes

/// A reply as bytes.
///
/// Thrown, it answers for an operation that documents no such failure.
struct RawReply: Error, Sendable {
    /// Status, 200 to 599.
    var status: Int

    /// Header fields beside the content's type and length.
    var headers: HTTPFields = [:]

    /// Media type; `nil` when there is no body.
    var contentType: String?

    /// The body.
    var bytes: [UInt8] = []
}

extension RawReply {
    /// A reply for a failure that an operation documents: its status, and its payload as JSON.
    ///
    /// - Parameters:
    ///   - error: The operation's error; a case that only a client knows gives status 500 without a body.
    ///   - contentType: Media type of the service's error bodies.
    ///   - headers: Further header fields.
    init(_ error: any OperationError, contentType: String, headers: HTTPFields = [:]) {
        // Generated cases carry one payload; the mirror reads it without a switch per operation.
        let payload = Mirror(reflecting: error).children.first?.value
        guard error.failure == nil, let status = error.status else {
            self.init(status: 500)
            return
        }
        guard let body = payload as? any JSONCodable else {
            self.init(status: status, headers: headers)
            return
        }
        self.init(status: status, headers: headers, contentType: contentType, bytes: Self.encoded(body))
    }

    private static func encoded(_ body: some JSONCodable) -> [UInt8] { JSON.encode(body) }
}
