import APIRuntime
import HTTPTypes
import URLSessionTransport

/// A transport that changes the service's lists of purchases, as a faulty or lying service would send them.
struct RewritingTransport: HTTPTransport {
    /// A closure that returns the list to receive in place of the service's, for the address of the request.
    let rewrite: @Sendable (_ list: JSONValue, _ url: String) -> JSONValue

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let response = try await URLSessionTransport.shared.send(request)
        guard request.url.prefix(while: { $0 != "?" }).hasSuffix("/consumable/purchases") else { return response }
        let bytes = try await response.body.collect(upTo: request.maximumBytes)
        guard let list = try? JSONCoding.decode(JSONValue.self, from: bytes) else {
            return TransportResponse(response.head, body: .bytes(bytes))
        }
        var head = response.head
        head.headerFields[.contentLength] = nil
        return TransportResponse(head, body: .bytes(JSONCoding.encode(rewrite(list, request.url))))
    }
}
