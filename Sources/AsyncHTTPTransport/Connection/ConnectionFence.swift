import APIRuntime
import NIOCore
import NIOHTTP1

/// The state that both handlers of a connection share, on the connection's event loop.
final class ConnectionFence {
    var state = ConnectionState()
}

/// Closes a connection when the server sends bytes without a request, before they reach the parser.
///
/// Placed between the encoder and the decoder of HTTP/1.
final class ByteFence: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let fence: ConnectionFence

    init(_ fence: ConnectionFence) {
        self.fence = fence
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch fence.state.receiveBytes(unwrapInboundIn(data).readableBytes) {
        case .pass, .hold: context.fireChannelRead(data)
        case .drop: break
        case .refuse(let error):
            // An idle connection has nobody who waits for the error.
            context.fireErrorCaught(error)
            context.close(promise: nil)
        }
    }
}

/// Refuses responses that AsyncHTTPClient cannot handle, before it sees them, and records the sending of requests.
///
/// AsyncHTTPClient 1.37 ends the process when the parts of a response come in an unexpected order, and takes every status
/// below 200 for an interim response. Placed between the decoder and the client's own handler.
///
/// The end of a response is passed on when the current read is complete: if the server sent more than the response, the
/// connection is closed first, and the next request does not receive the excess as its response.
final class MessageFence: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private let fence: ConnectionFence
    private var record: SendRecord?
    private var heldEnd: NIOAny?
    private var isPassingEnd = false
    private var isInactive = false
    /// Whether a response was refused.
    private var hasFailed = false
    /// Whether a request was refused.
    private var isRefusing = false

    init(_ fence: ConnectionFence) {
        self.fence = fence
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasFailed else { return }
        switch fence.state.receive(unwrapInboundIn(data)) {
        case .pass: context.fireChannelRead(data)
        case .hold: heldEnd = data
        case .drop: break
        case .refuse(let error):
            // Excess bytes that look like another response spoil the connection, not the complete response before them.
            if heldEnd == nil { refuse(error, context) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // An error after a complete response, such as excess bytes, concerns the connection only.
        if heldEnd != nil { fence.state.spoil() } else { context.fireErrorCaught(error) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        passEnd(context)
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        passEnd(context)
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        isInactive = true
        guard !isPassingEnd else { return }
        passEnd(context)
        context.fireChannelInactive()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !fence.state.isSpoiled, !isRefusing else { return refuse(context, promise) }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            if let number = head.headers.first(name: SendRecords.fieldName) {
                head.headers.remove(name: SendRecords.fieldName)
                record = SendRecords.shared.record(number)
                guard record?.note(.head) == true else { return refuse(context, promise) }
            }
            fence.state.sendHead()
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            _ = record?.note(.part)
            context.write(data, promise: promise)
        case .end:
            _ = record?.note(.everything)
            record = nil
            // A server may respond and close before it has read the body: the client would drop the response.
            let sent = context.eventLoop.makePromise(of: Void.self)
            let fence = NIOLoopBound(self.fence, eventLoop: context.eventLoop)
            sent.futureResult.whenComplete { result in
                if case .failure(let error) = result, !fence.value.state.hasResponse {
                    promise?.fail(error)
                } else {
                    promise?.succeed()
                }
            }
            context.write(data, promise: sent)
        }
    }

    private func passEnd(_ context: ChannelHandlerContext) {
        guard let end = heldEnd else { return }
        heldEnd = nil
        fence.state.passEnd()
        isPassingEnd = true
        let wasActive = !isInactive
        if fence.state.isSpoiled { context.close(promise: nil) }
        context.fireChannelRead(end)
        isPassingEnd = false
        if wasActive, isInactive { context.fireChannelInactive() }
    }

    private func refuse(_ error: TransportError, _ context: ChannelHandlerContext) {
        hasFailed = true
        context.fireErrorCaught(error)
        context.close(promise: nil)
    }

    /// Refuses to send on a connection that is about to close; nothing of the request leaves the device.
    private func refuse(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        promise?.fail(TransportError.closedConnection)
        guard !isRefusing else { return }
        isRefusing = true
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        // Not within the write, in whose course the client does not expect an error.
        context.eventLoop.execute {
            bound.value.fireErrorCaught(TransportError.closedConnection)
            bound.value.close(promise: nil)
        }
    }
}

extension TransportError {
    /// The connection is closing.
    fileprivate static let closedConnection = TransportError(.connection, "The connection was closed.")
}
