import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The faults of one request, ordered by the step that they affect.
struct FaultPlan: Sendable {
    /// An error for a connection that a fault closed.
    struct ConnectionCut: Error {}

    private let kinds: [Fault.Kind]

    init(_ kinds: [Fault.Kind]) {
        self.kinds = kinds
    }

    /// The delay before the operation; `nil` for none.
    var latency: Duration? {
        let total = kinds.reduce(0) { if case .latency(let milliseconds) = $1 { $0 + milliseconds } else { $0 } }
        return total > 0 ? .milliseconds(total) : nil
    }

    /// The failure that replaces the operation; `nil` if the operation runs.
    var replacement: InjectedFailure? {
        for case .status(let status, let retryAfter) in kinds {
            var headers = HTTPFields()
            headers[.retryAfter] = retryAfter.map { String($0) }
            return InjectedFailure(status: status, headers: headers)
        }
        return nil
    }

    /// Returns the response with its items made invalid.
    func spoilt(_ reply: RawServerResponse) -> RawServerResponse {
        var reply = reply
        for case .malformedItem(let index) in kinds {
            guard let value = try? JSONCoding.decode(JSONValue.self, from: reply.bytes) else { continue }
            reply.bytes = JSONCoding.encode(value.spoilingItem(index) ?? value)
        }
        return reply
    }

    /// Returns the response for Hummingbird, or closes the connection.
    ///
    /// - Throws: ``ConnectionCut`` if a fault closes the connection.
    func response(_ reply: RawServerResponse, isHead: Bool, channel: any Channel) async throws -> Response {
        if kinds.contains(.droppedConnection) {
            try await channel.close(mode: .all)
            throw ConnectionCut()
        }
        var headers = reply.headers
        headers[.contentType] = reply.contentType
        let status = HTTPResponse.Status(code: reply.status)
        if kinds.contains(.truncatedBody) {
            return Response(status: status, headers: headers, body: Self.half(reply.bytes, channel))
        }
        guard !reply.bytes.isEmpty, !isHead else { return Response(status: status, headers: headers) }
        return Response(
            status: status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: reply.bytes))
        )
    }

    private static func half(_ bytes: [UInt8], _ channel: any Channel) -> ResponseBody {
        ResponseBody(contentLength: bytes.count) { writer in
            try await writer.write(ByteBuffer(bytes: bytes.prefix(bytes.count / 2)))
            try await channel.close(mode: .all)
            throw ConnectionCut()
        }
    }
}

extension JSONValue {
    /// Returns the value with one item of its first array replaced, or `nil` if there is no such item.
    fileprivate func spoilingItem(_ index: Int) -> JSONValue? {
        if case .array(var items) = self, items.indices.contains(index) {
            items[index] = ["malformed": true]
            return .array(items)
        }
        guard let object else { return nil }
        for member in object.members {
            guard let spoilt = member.value.spoilingItem(index) else { continue }
            var copy = self
            copy[member.name] = spoilt
            return copy
        }
        return nil
    }
}
