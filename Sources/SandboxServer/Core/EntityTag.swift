import APIRuntime
import APIServer
import Crypto
import HTTPTypes

/// Conditional responses, with an entity tag of the body's bytes and status 304 if the client already has them.
enum EntityTag {
    /// Returns the response with its entity tag, or status 304 without a body if the request contains the tag.
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
