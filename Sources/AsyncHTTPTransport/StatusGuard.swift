import APIRuntime
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Refuses responses whose status is not a status of HTTP, before AsyncHTTPClient sees them.
///
/// AsyncHTTPClient 1.37 takes every status below 200 for an interim response and ends the process when the body of such a
/// response arrives.
final class StatusGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasRefused else { return }
        if case .head(let head) = unwrapInboundIn(data), !(100...999).contains(head.status.code) {
            hasRefused = true
            context.fireErrorCaught(TransportError.invalidStatus)
            context.close(promise: nil)
        } else {
            context.fireChannelRead(data)
        }
    }
}

extension TransportError {
    /// The status is not a number from 100 to 999.
    fileprivate static let invalidStatus = TransportError(.connection, "The response's status is not a status of HTTP.")
}

extension HTTPClient.Configuration {
    /// The same configuration, whose connections refuse responses with an invalid status.
    func guardingStatus() -> HTTPClient.Configuration {
        var configuration = self
        let first = http1_1ConnectionDebugInitializer
        configuration.http1_1ConnectionDebugInitializer = { channel in
            Self.addGuard(to: channel, behind: ByteToMessageHandler<HTTPResponseDecoder>.self)
                .flatMap { first?(channel) ?? channel.eventLoop.makeSucceededVoidFuture() }
        }
        let second = http2StreamChannelDebugInitializer
        configuration.http2StreamChannelDebugInitializer = { channel in
            Self.addGuard(to: channel, behind: HTTP2FramePayloadToHTTP1ClientCodec.self)
                .flatMap { second?(channel) ?? channel.eventLoop.makeSucceededVoidFuture() }
        }
        return configuration
    }

    private static func addGuard<Decoder: ChannelHandler>(
        to channel: any Channel,
        behind decoder: Decoder.Type
    ) -> EventLoopFuture<Void> {
        // The client calls its initializers on the channel's event loop.
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(StatusGuard(), position: .after(pipeline.handler(type: decoder)))
        }
    }
}
