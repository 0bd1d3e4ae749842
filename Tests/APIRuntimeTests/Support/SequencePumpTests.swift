import APITesting
import SeededTesting
import Testing

@testable import APIRuntime

@Suite("Sequences that are read on demand", .timeLimit(.minutes(1)))
struct SequencePumpTests {
    /// A sequence that counts the elements that were requested from it.
    private struct Counting: AsyncSequence, Sendable {
        let count: Int
        let failure: (any Error)?
        let requested = LockedState(0)
        /// Opens when an iterator is deallocated.
        let end = ResponseGate<Void>()

        struct Iterator: AsyncIteratorProtocol {
            let sequence: Counting
            let token: Token

            mutating func next() async throws -> Int? {
                let index = sequence.requested.withLock { requested in
                    requested += 1
                    return requested
                }
                if index <= sequence.count { return index }
                if let failure = sequence.failure { throw failure }
                return nil
            }
        }

        final class Token: Sendable {
            let end: ResponseGate<Void>
            init(_ end: ResponseGate<Void>) { self.end = end }
            deinit { end.open(()) }
        }

        func makeAsyncIterator() -> Iterator { Iterator(sequence: self, token: Token(end)) }
    }

    private struct Failure: Error {}

    @Test("elements arrive in order, and the end is repeated")
    func order() async throws {
        let pump = SequencePump(Counting(count: 3, failure: nil))
        var elements: [Int] = []
        while let element = try await pump.next() { elements.append(element) }
        #expect(elements == [1, 2, 3])
        #expect(try await pump.next() == nil)
    }

    @Test("no element is requested before its demand")
    func demand() async throws {
        let sequence = Counting(count: 5, failure: nil)
        let pump = SequencePump(sequence)
        for _ in 0..<100 { await Task.yield() }
        #expect(sequence.requested.withLock { $0 } == 0)
        #expect(try await pump.next() == 1)
        for _ in 0..<100 { await Task.yield() }
        #expect(sequence.requested.withLock { $0 } == 1)
        #expect(try await pump.next() == 2)
        #expect(sequence.requested.withLock { $0 } == 2)
    }

    @Test("the error of the sequence is thrown once, then the sequence is at its end")
    func failure() async throws {
        let pump = SequencePump(Counting(count: 1, failure: Failure()))
        #expect(try await pump.next() == 1)
        await #expect(throws: Failure.self) { try await pump.next() }
        #expect(try await pump.next() == nil)
    }

    @Test("a cancelled reader receives a CancellationError, and the sequence ends")
    func cancellation() async throws {
        let gate = ResponseGate<Void>()
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        continuation.onTermination = { _ in gate.open(()) }
        let pump = SequencePump(stream)
        let reader = Task { try await pump.next() }
        for _ in 0..<100 { await Task.yield() }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        await gate.response()
        #expect(try await pump.next() == nil)
    }

    @Test("a tick ends a wait for an element, but not one after an element, and loses none")
    func tick() async throws {
        let clock = TestClock()
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let pump = SequencePump(stream, tick: .seconds(1), of: clock)
        continuation.yield(1)
        #expect(try await pump.next() == 1)
        await clock.sleepers(1)
        // The first tick follows the element.
        clock.advance(by: .seconds(1))
        let wait = Task { try await pump.arrival() }
        let time = Task {
            while !Task.isCancelled {
                await clock.sleepers(1)
                clock.advance(by: .seconds(1))
                await Task.yield()
            }
        }
        guard case .tick = try await wait.value else { throw Failure() }
        time.cancel()
        continuation.yield(2)
        continuation.finish()
        #expect(try await pump.next() == 2)
        #expect(try await pump.next() == nil)
    }

    @Test("elements arrive once and in order, whatever ticks", arguments: 0..<40 as Range<UInt64>)
    func ticks(_ seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let clock = TestClock()
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let pump = SequencePump(stream, tick: .seconds(1), of: clock)
        let reader = Task {
            var elements: [Int] = []
            while true {
                switch try await pump.arrival() {
                case .element(let element): elements.append(element)
                case .tick: continue
                case .end: return elements
                }
            }
        }
        var given = 0
        for _ in 0..<60 {
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                continuation.yield(given)
                given += 1
            case 1: clock.advance(by: .seconds(1))
            default: for _ in 0..<Int.random(in: 1..<8, using: &random) { await Task.yield() }
            }
        }
        continuation.finish()
        #expect(try await reader.value == Array(0..<given))
        #expect(clock.sleeperCount <= 1)
    }

    @Test("a pump that nobody holds ends its task and its iterator")
    func released() async throws {
        let sequence = Counting(count: 5, failure: nil)
        var pump: SequencePump<Int>? = SequencePump(sequence)
        #expect(try await pump?.next() == 1)
        pump = nil
        await sequence.end.response()
        #expect(sequence.requested.withLock { $0 } == 1)
    }
}
