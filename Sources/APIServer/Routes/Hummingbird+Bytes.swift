public import HTTPTypes
public import Hummingbird
import NIOCore

extension Request {
    /// The whole body.
    ///
    /// - Throws: ``UnreadableInput`` when it has more bytes than allowed.
    func bytes(upTo limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await buffer in body {
            guard bytes.count + buffer.readableBytes <= limit else { throw UnreadableInput(.body, "", .tooLarge) }
            bytes.append(contentsOf: buffer.readableBytesView)
        }
        return bytes
    }
}

extension RawServerResponse {
    /// The reply as Hummingbird sends it.
    ///
    /// - Parameter method: The request's method: a response to `HEAD` has no body.
    /// - Returns: The response.
    public func response(to method: HTTPRequest.Method) -> Response {
        var headers = headers
        headers[.contentType] = contentType
        let status = HTTPResponse.Status(code: status)
        guard !bytes.isEmpty, method != .head else { return Response(status: status, headers: headers) }
        return Response(
            status: status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}
