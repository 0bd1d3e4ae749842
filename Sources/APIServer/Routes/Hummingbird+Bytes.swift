import APIRuntime
public import HTTPTypes
public import Hummingbird
import NIOCore

extension Request {
    /// Reads the complete body.
    ///
    /// - Throws: ``UnreadableInput`` if the body has more bytes than allowed.
    func bytes(upTo limit: Int) async throws -> [UInt8] {
        try checkAnnouncedLength(limit)
        var bytes: [UInt8] = []
        for try await buffer in body {
            guard bytes.count + buffer.readableBytes <= limit else { throw UnreadableInput(.body, "", .tooLarge) }
            bytes.append(contentsOf: buffer.readableBytesView)
        }
        return bytes
    }
}

extension Request {
    /// Returns the body while it arrives.
    ///
    /// - Parameters:
    ///   - limit: The maximum length in bytes.
    ///   - length: The record of the length.
    /// - Returns: A sequence that throws ``UnreadableInput`` when the body exceeds the limit.
    /// - Throws: ``UnreadableInput`` if the request announces a longer body.
    func chunks(upTo limit: Int, _ length: StreamedLength) throws(UnreadableInput) -> BodyChunks {
        try checkAnnouncedLength(limit)
        let pump = SequencePump(body)
        return BodyChunks {
            let next: ByteBuffer?
            do {
                next = try await pump.next()
            } catch {
                length.fail(error)
                throw error
            }
            guard let buffer = next else { return nil }
            try length.add(buffer.readableBytes, limit: limit)
            return Array(buffer.readableBytesView)
        }
    }

    /// Returns the body while it arrives, as ``chunks(upTo:_:)``; `nil` for a request without one.
    ///
    /// HTTP/2 requires no header field for a body, so that only its first bytes show that there is one.
    func streamedBody(upTo limit: Int, _ length: StreamedLength) async throws -> BodyChunks? {
        let chunks = try chunks(upTo: limit, length)
        guard headers[.contentLength] == nil, headers[.transferEncoding] == nil else { return chunks }
        var iterator = chunks.makeAsyncIterator()
        guard let first = try await iterator.next() else { return nil }
        let pending = LockedState<[UInt8]?>(first)
        return BodyChunks {
            if let first = pending.withLock({ $0.take() }) { return first }
            var iterator = chunks.makeAsyncIterator()
            return try await iterator.next()
        }
    }

    /// Checks the length in the head of the request, if there is one.
    private func checkAnnouncedLength(_ limit: Int) throws(UnreadableInput) {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw UnreadableInput(.body, "", .tooLarge)
        }
    }
}

/// The received length of a streamed request body, and its failure.
final class StreamedLength: Sendable {
    private let bytes = LockedState(0)
    private let exceeded = LockedState(false)
    private let broken = LockedState<(any Error)?>(nil)

    /// The error that ended the body early; `nil` for a body that is valid so far.
    ///
    /// An operation may wrap the error, but the server responds to a request that is not valid HTTP.
    var failure: (any Error)? { broken.withLock { $0 } }

    /// Records the error that ended the body early.
    func fail(_ error: any Error) {
        broken.withLock { $0 = $0 ?? error }
    }

    /// Whether the body has exceeded its limit.
    ///
    /// An operation may wrap the error that the sequence throws, so the route decides about status 413 by this record.
    var isExceeded: Bool { exceeded.withLock { $0 } }

    /// Counts received bytes.
    ///
    /// - Throws: ``UnreadableInput`` if they exceed the limit.
    func add(_ count: Int, limit: Int) throws(UnreadableInput) {
        let total = bytes.withLock { bytes in
            bytes += count
            return bytes
        }
        guard total > limit else { return }
        exceeded.withLock { $0 = true }
        throw UnreadableInput(.body, "", .tooLarge)
    }
}

extension RawServerResponse {
    /// Returns the response for Hummingbird.
    ///
    /// A JSON body with a number that is infinite or not a number becomes status 500 without a body. A status that has no
    /// body is sent without the body and its media type.
    ///
    /// - Parameter method: The method of the request: a response to `HEAD` has no body.
    /// - Returns: The response.
    public func response(to method: HTTPRequest.Method) -> Response {
        guard isExact || stream != nil else { return Response(status: .internalServerError) }
        var headers = headers
        // The length and the coding of the body that is sent, and no others, separate it from the next response.
        let announced = headers[.contentLength]
        headers[.contentLength] = nil
        headers[.transferEncoding] = nil
        headers[.contentType] = hasBody ? contentType : nil
        let status = HTTPResponse.Status(code: status)
        guard hasBody else { return Response(status: status, headers: headers) }
        if method == .head {
            // The length of the response to GET, or the one that the service sets. Without either, Hummingbird adds that of
            // the empty body, because SwiftNIO would frame a response without a length as one with chunks.
            let length = stream.map(\.length) ?? (bytes.isEmpty ? nil : bytes.count)
            headers[.contentLength] = length.map(String.init) ?? announced
            return Response(status: status, headers: headers)
        }
        if let stream { return Response(status: status, headers: headers, body: stream.responseBody) }
        guard !bytes.isEmpty else { return Response(status: status, headers: headers) }
        return Response(
            status: status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    /// Whether responses with the status have a body (RFC 9110, sections 15.2, 15.3.5, 15.3.6 and 15.4.5).
    ///
    /// A client reads the bytes after the head of any other response as the beginning of the next one.
    private var hasBody: Bool { status >= 200 && ![204, 205, 304].contains(status) }
}

extension APIRuntime.HTTPBody {
    /// The body for Hummingbird, which sends each chunk when it is produced.
    fileprivate var responseBody: ResponseBody {
        let length = length
        return ResponseBody(contentLength: length) { writer in
            var left = length ?? .max
            for try await chunk in chunks() {
                // More bytes than announced would be read as the next response on the connection.
                guard chunk.count <= left else { throw ResponseLengthMismatch() }
                left -= chunk.count
                try await writer.write(ByteBuffer(bytes: chunk))
            }
            guard length == nil || left == 0 else { throw ResponseLengthMismatch() }
            try await writer.finish(nil)
        }
    }
}

/// The body of a response is longer or shorter than its announced length, for example because its file has changed.
///
/// The connection is closed, so that the client notices.
struct ResponseLengthMismatch: Error {}
