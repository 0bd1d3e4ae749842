import Testing

@testable import APIRuntime

@Suite("Values for any number of listeners", .timeLimit(.minutes(1)))
struct BroadcastTests {
    @Test("each listener gets what is sent from its beginning on, and its first value before that")
    func listeners() async {
        let broadcast = Broadcast<Int>()
        broadcast.send(1)
        var early = broadcast.stream().makeAsyncIterator()
        broadcast.send(2)
        var late = broadcast.stream(first: 0).makeAsyncIterator()
        broadcast.send(3)
        #expect(await early.next() == 2)
        #expect(await early.next() == 3)
        #expect(await late.next() == 0)
        #expect(await late.next() == 3)
    }

    @Test("a listener that does not keep up has the newest values")
    func newest() async {
        let broadcast = Broadcast<Int>(keepingNewest: 2)
        var stream = broadcast.stream().makeAsyncIterator()
        (1...5).forEach { broadcast.send($0) }
        #expect(await stream.next() == 4)
        #expect(await stream.next() == 5)
    }

    @Test("a listener is forgotten when its task is cancelled or its stream is dropped")
    func forgotten() async {
        let broadcast = Broadcast<Int>()
        let task = Task { [stream = broadcast.stream()] in
            for await _ in stream {}
        }
        var dropped: AsyncStream<Int>? = broadcast.stream()
        #expect(dropped != nil && broadcast.count == 2)
        dropped = nil
        task.cancel()
        await task.value
        #expect(broadcast.count == 0)
    }

    @Test("the streams end with the broadcast")
    func end() async {
        var broadcast: Broadcast<Int>? = Broadcast()
        var stream = broadcast?.stream().makeAsyncIterator()
        broadcast?.send(1)
        broadcast = nil
        #expect(await stream?.next() == 1)
        #expect(await stream?.next() == nil)
    }
}
