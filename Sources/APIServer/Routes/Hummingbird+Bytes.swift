import APIRuntime
public import HTTPTypes
public import Hummingbird
import NIOCore

extension Request {
    /// Reads the complete body.
    ///
    /// - Throws: ``UnreadableInput`` if the body has more bytes than allowed.
    func bytes(upTo limit: Int) async throws -> [UInt8] {
        if let length = headers[.contentLength].flatMap(Int.init), length > limit {
            throw UnreadableInput(.body, "", .tooLarge)
        }
        var bytes: [UInt8] = []
        for try await buffer in body {
            guard bytes.count + buffer.readableBytes <= limit else { throw UnreadableInput(.body, "", .tooLarge) }
            bytes.append(contentsOf: buffer.readableBytesView)
        }
        return bytes
    }
}

extension Request {
    /// The body while it arrives.
    var chunks: BodyChunks {
        let pump = SequencePump(body)
        return BodyChunks { try await pump.next().map { Array($0.readableBytesView) } }
    }
}

extension RawServerResponse {
    /// Returns the response for Hummingbird.
    ///
    /// - Parameter method: The method of the request: a response to `HEAD` has no body.
    /// - Returns: The response.
    public func response(to method: HTTPRequest.Method) -> Response {
        var headers = headers
        headers[.contentType] = contentType
        let status = HTTPResponse.Status(code: status)
        if let stream, method != .head {
            return Response(status: status, headers: headers, body: stream.responseBody)
        }
        guard !bytes.isEmpty, method != .head else { return Response(status: status, headers: headers) }
        return Response(
            status: status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}

extension APIRuntime.HTTPBody {
    /// The body for Hummingbird, which sends each chunk when it is produced.
    fileprivate var responseBody: ResponseBody {
        let length = length
        return ResponseBody(contentLength: length) { writer in
            for try await chunk in chunks() {
                try await writer.write(ByteBuffer(bytes: chunk))
            }
            try await writer.finish(nil)
        }
    }
}
