import Foundation
import NIOCore
import NIOHTTP1

/// A handler for one connection of a ``LoopbackServer``, which reads requests and plays the response for the path.
final class LoopbackHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    private let log: RequestLog
    private var head: HTTPRequestHead?
    private var count = 0
    private var sum = 7
    private var isResponding = false
    private var isClosed = false

    init(_ log: RequestLog) {
        self.log = log
    }

    func channelActive(context: ChannelHandlerContext) {
        log.opened()
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        isClosed = true
        log.closed()
        if isResponding { log.abandoned() }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head, context)
        case .body(let buffer):
            count += buffer.readableBytes
            if route != "/count" { sum = checksum(buffer.readableBytesView, from: sum) }
            if route == "/cut-amid-body" { context.close(promise: nil) }
        case .end: end(context)
        }
    }

    private var route: String { LoopbackScript.route(of: head?.uri ?? "/") }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        self.head = head
        count = 0
        sum = 7
        log.addHead()
        if head.headers[canonicalForm: "expect"].contains("100-continue") {
            write("HTTP/1.1 100 Continue\r\n\r\n", context)
        }
        // The body is read and dropped afterwards: closing now would send a reset that can arrive before the response.
        if route == "/early" { play(.response(status: 401, ""), context) }
        if route == "/early-success" { play(.response(status: 200, "ok"), context) }
        if route == "/early-end" {
            play(.response(status: 413, headers: ["connection": "close"], "no"), context)
            context.close(mode: .output, promise: nil)
        }
    }

    private func end(_ context: ChannelHandlerContext) {
        guard let head else { return }
        let echo = Echo(
            method: head.method.rawValue,
            path: head.uri,
            headers: Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" },
            bytes: count,
            checksum: sum
        )
        log.add(echo)
        guard !route.hasPrefix("/early") else { return }
        play(LoopbackScript.steps(for: head, echo), context)
    }

    private func play(_ steps: [LoopbackStep], _ context: ChannelHandlerContext) {
        isResponding = true
        play(steps[...], NIOLoopBound(context, eventLoop: context.eventLoop))
    }

    private func play(_ steps: ArraySlice<LoopbackStep>, _ bound: NIOLoopBound<ChannelHandlerContext>) {
        guard !isClosed else { return }
        let context = bound.value
        guard let step = steps.first else {
            isResponding = false
            return
        }
        switch step {
        case .send(let bytes):
            let loopBound = NIOLoopBound(self, eventLoop: context.eventLoop)
            let rest = steps.dropFirst()
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes))).whenSuccess {
                loopBound.value.play(rest, bound)
            }
        case .pause(let milliseconds):
            let loopBound = NIOLoopBound(self, eventLoop: context.eventLoop)
            let rest = steps.dropFirst()
            context.eventLoop.scheduleTask(in: .milliseconds(milliseconds)) { loopBound.value.play(rest, bound) }
        case .sendForever(let bytes): pump(ByteBuffer(bytes: bytes), bound)
        case .wait: break
        case .close:
            isResponding = false
            context.close(promise: nil)
        case .reset:
            isResponding = false
            // With this linger option, closing sends a reset instead of a normal end.
            let closing = NIOLoopBound(context, eventLoop: context.eventLoop)
            let options = context.channel as? any SocketOptionProvider
            options?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in closing.value.close(promise: nil)
            }
        }
    }

    /// Writes the same bytes repeatedly, one piece every five milliseconds, until the client disconnects.
    ///
    /// On Linux, a server that writes faster than libcurl reads blocks all other work of `URLSession`.
    private func pump(_ piece: ByteBuffer, _ bound: NIOLoopBound<ChannelHandlerContext>) {
        guard !isClosed else { return }
        let eventLoop = bound.value.eventLoop
        let loopBound = NIOLoopBound(self, eventLoop: eventLoop)
        bound.value.writeAndFlush(wrapOutboundOut(piece)).whenSuccess {
            loopBound.value.log.sent(piece.readableBytes)
            eventLoop.scheduleTask(in: .milliseconds(5)) { loopBound.value.pump(piece, bound) }
        }
    }

    private func write(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }
}
