import APIRuntime
import HTTPTypes

/// What an operation gives back.
struct Reply<Body: Sendable>: Sendable {
    /// Status, 200 to 599.
    var status: Int

    /// Header fields beside the content's type and length.
    var headers: HTTPFields

    /// The value of the body.
    var body: Body

    /// Creates a reply.
    init(_ body: Body, status: Int = 200, headers: HTTPFields = [:]) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension Reply<Void> {
    /// A reply without a body.
    static func empty(_ status: Int = 204, headers: HTTPFields = [:]) -> Reply {
        Reply((), status: status, headers: headers)
    }

    /// The reply as it is sent.
    var raw: RawReply { RawReply(status: status, headers: headers, contentType: nil, bytes: []) }
}

extension Reply where Body: JSONCodable {
    /// The reply as it is sent: JSON.
    var raw: RawReply {
        RawReply(
            status: status,
            headers: headers,
            contentType: "application/json; charset=utf-8",
            bytes: JSON.encode(body)
        )
    }
}

extension Reply<[UInt8]> {
    /// The reply as it is sent: bytes of a media type.
    func raw(_ contentType: String) -> RawReply {
        RawReply(status: status, headers: headers, contentType: contentType, bytes: body)
    }
}
