import APIRuntime
import APIServer
import Crypto
import HTTPTypes

/// Conditional responses: a tag over the body's bytes, and 304 when the client has them already.
enum EntityTag {
    /// The reply with its tag, or 304 without a body when the request names the tag.
    static func applied(to reply: RawServerResponse, method: HTTPRequest.Method, headers: HTTPFields)
        -> RawServerResponse
    {
        guard method == .get, reply.status == 200, reply.contentType?.hasPrefix("application/json") == true else {
            return reply
        }
        let tag = tag(of: reply.bytes)
        var tagged = reply
        tagged.headers[.eTag] = tag
        guard let asked = headers[.ifNoneMatch], names(asked, tag) else { return tagged }
        return RawServerResponse(status: 304, headers: tagged.headers)
    }

    static func tag(of bytes: [UInt8]) -> String {
        let digits = Crypto.SHA256.hash(data: bytes).prefix(12).map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0" + text : text
        }
        return "\"\(digits.joined())\""
    }

    private static func names(_ field: String, _ tag: String) -> Bool {
        field.split(separator: ",").contains { item in
            let item = item.drop { $0 == " " }
            return item == "*" || item == tag || item == "W/\(tag)"
        }
    }
}
