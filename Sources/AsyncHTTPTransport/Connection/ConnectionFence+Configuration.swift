import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2

extension HTTPClient.Configuration {
    /// The same configuration, whose connections refuse invalid responses before the client sees them.
    func fencingConnections() -> HTTPClient.Configuration {
        var configuration = self
        let first = http1_1ConnectionDebugInitializer
        configuration.http1_1ConnectionDebugInitializer = { channel in
            Self.fenceConnection(channel).flatMap { first?(channel) ?? channel.eventLoop.makeSucceededVoidFuture() }
        }
        let second = http2StreamChannelDebugInitializer
        configuration.http2StreamChannelDebugInitializer = { channel in
            Self.fenceStream(channel).flatMap { second?(channel) ?? channel.eventLoop.makeSucceededVoidFuture() }
        }
        return configuration
    }

    // The client calls its initializers on the channel's event loop.

    private static func fenceConnection(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            let fence = ConnectionFence()
            try pipeline.addHandler(ByteFence(fence), position: .before(decoder))
            try pipeline.addHandler(MessageFence(fence), position: .after(decoder))
        }
    }

    private static func fenceStream(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
            try pipeline.addHandler(MessageFence(ConnectionFence()), position: .after(codec))
        }
    }
}
