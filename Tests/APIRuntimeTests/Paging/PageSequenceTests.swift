import Foundation
import HTTPTypes
import SeededTesting
import Testing

@_spi(Generated) @testable import APIRuntime

@Suite("Pagination")
struct PageSequenceTests {
    private struct Broken: Error {}

    @Test("pagination follows the cursors", arguments: [String?.none, ""])
    func cursor(_ last: String?) async throws {
        let asked = LockedState<[String?]>([])
        let pages = PageSequence<Int>(cursor: { cursor in
            asked.withLock { $0.append(cursor) }
            return cursor == nil ? ResultPage(items: [1, 2], next: "b") : ResultPage(items: [3], next: last)
        })
        #expect(try await pages.items.reduce(into: []) { $0.append($1) } == [1, 2, 3])
        #expect(asked.withLock { $0 } == [nil, "b"])
    }

    @Test("iteration can continue from the cursor of an earlier page", arguments: [String?.none, "b"])
    func takenUp(_ cursor: String?) async throws {
        let pages = PageSequence<Int>(cursor: { cursor in
            cursor == nil ? ResultPage(items: [1, 2], next: "b") : ResultPage(items: [3])
        })
        let items = try await pages.starting(at: cursor).items.reduce(into: []) { $0.append($1) }
        #expect(items == (cursor == nil ? [1, 2, 3] : [3]))
        var iterator = pages.makeAsyncIterator()
        #expect(try await iterator.next()?.next?.cursor == "b")
    }

    @Test("a repeated cursor ends the sequence")
    func circle() async throws {
        let pages = PageSequence<Int>(cursor: { cursor in ResultPage(items: [1], next: cursor == "a" ? "b" : "a") })
        #expect(try await pages.reduce(0) { count, _ in count + 1 } == 3)
    }

    @Test(
        "item offset pagination ends at a short or empty page, or at the total",
        arguments: [
            (Int?.some(3), Int?.none, [0, 3, 6]), (3, 6, [0, 3]), (nil, nil, [0, 3, 6, 8]), (nil, 8, [0, 3, 6]),
        ]
    )
    func counted(_ size: Int?, _ total: Int?, _ expected: [Int]) async throws {
        let asked = LockedState<[Int]>([])
        let pages = PageSequence<Int>(step: .items, size: size) { position in
            asked.withLock { $0.append(position) }
            return ResultPage(items: Array(position..<max(position, min(position + 3, 8))), total: total)
        }
        for try await _ in pages {}
        #expect(asked.withLock { $0 } == expected)
    }

    @Test(
        "no item is lost or repeated because others are invalid, whichever these are",
        arguments: [Int?.none, 3],
        [Int?.none, 8]
    )
    func invalidItems(_ size: Int?, _ total: Int?) async throws {
        for invalid in 0..<(1 << 8) {
            let pages = PageSequence<Int>(step: .items, size: size) { position in
                let sent = position..<max(position, min(position + 3, 8))
                let items = sent.filter { invalid & 1 << $0 == 0 }
                return ResultPage(items: items, total: total, omitting: sent.count - items.count)
            }
            let items = try await pages.items.reduce(into: []) { $0.append($1) }
            #expect(items == (0..<8).filter { invalid & 1 << $0 == 0 })
        }
    }

    @Test("pages all of whose items are invalid end, even if the server ignores the position")
    func onlyInvalidItems() async throws {
        let count = LockedState(0)
        let pages = PageSequence<Int>(step: .items, size: 3) { _ in
            count.withLock { $0 += 1 }
            return ResultPage(items: [], omitting: 3)
        }
        #expect(try await pages.items.reduce(0) { $0 + $1 } == 0)
        #expect(count.withLock { $0 } == 11)
    }

    @Test("the outermost list that skips invalid elements counts its own, and none of the lists inside of them")
    func outermostList() throws {
        struct Inner: JSONModel {
            var names: [String]
            var unknownProperties = UnknownProperties()
            static let keys: ObjectKeys = ["names"]
            init(from object: inout ObjectReader) throws(DecodingFailure) {
                names = try object.requiredSkippingInvalidElements(0)
                unknownProperties = object.unknown()
            }
            func write(to object: inout ObjectWriter) {
                object.put(0, names)
                object.put(unknown: unknownProperties)
            }
        }
        let body = Array(#"[{"names":["a",1,2]},{"names":3},{"names":[4]},5]"#.utf8)
        let response = RawResponse(status: 200, headers: [.contentType: "application/json"], body: body)
        var report = DecodingReport()
        let list: InvalidElementList<Inner> = try response.json(report: &report)
        #expect(list.elements.map(\.names) == [["a"], []])
        #expect(report.outermost == 2 && report.count == 5)
    }

    @Test("the omitted elements of one response are not those of the next one, which may have no list")
    func omittedOfLastResponse() {
        let recorder = ResponseRecorder()
        recorder.record(RawResponse(status: 200))
        recorder.note(omitted: 2)
        #expect(recorder.omitted == 2)
        recorder.record(RawResponse(status: 204))
        #expect(recorder.omitted == 0 && recorder.head?.status == 204)
    }

    @Test("a known total continues after pages that are shorter than requested")
    func shortPages() async throws {
        let pages = PageSequence<Int>(startingAt: 1, step: .page, size: 5) { page in
            ResultPage(items: [page * 2, page * 2 + 1], total: 6)
        }
        #expect(try await pages.items.reduce(into: []) { $0.append($1) } == [2, 3, 4, 5, 6, 7])
    }

    @Test("numbered pages count by one from their start")
    func numbered() async throws {
        let pages = PageSequence<Int>(startingAt: 1, step: .page, size: 2) { page in
            ResultPage(items: page < 3 ? [page, page] : [page])
        }
        #expect(try await pages.items.reduce(into: []) { $0.append($1) } == [1, 1, 2, 2, 3])
    }

    @Test("a numbered list without a cursor has all pages, and with a number those from there", arguments: [1, 2])
    func numberedStart(first: Int) async throws {
        let pages = PageSequence<Int>(startingAt: first, step: .page, size: 2) { page in
            ResultPage(items: page < 3 ? [page, page] : [page])
        }
        let all = try await pages.starting(at: "2").starting(at: nil).items.reduce(into: []) { $0.append($1) }
        #expect(all == (first == 1 ? [1, 1, 2, 2, 3] : [2, 2, 3]))
        #expect(try await pages.starting(at: "2").items.reduce(into: []) { $0.append($1) } == [2, 2, 3])
    }

    @Test(
        "a numbered list that starts later ends when all items were received",
        arguments: [PageStep.page, .items],
        [2, nil]
    )
    func numberedStartWithTotal(step: PageStep, size: Int?) async throws {
        let requested = LockedState<[Int]>([])
        let first = step == .page ? 1 : 0
        let pages = PageSequence<Int>(startingAt: first, step: step, size: size) { number in
            requested.withLock { $0.append(number) }
            let index = step == .page ? number - 1 : number / 2
            return ResultPage(items: index < 2 ? [index, index] : [], total: 4)
        }
        #expect(try await pages.starting(at: "2").items.reduce(into: []) { $0.append($1) } == [1, 1])
        // Without a size, the number of items on the pages before is unknown, and the list ends at an empty page.
        let isKnown = step == .items || size != nil
        #expect(requested.withLock { $0.count } == (isKnown ? 1 : 2))
    }

    @Test(
        "a server that ignores the position does not make the sequence endless",
        arguments: [PageStep.page, .items],
        [Int?.some(2), nil]
    )
    func ignoredPosition(step: PageStep, size: Int?) async throws {
        let count = LockedState(0)
        let pages = PageSequence<Int>(step: step, size: size) { _ in
            count.withLock { $0 += 1 }
            return ResultPage(items: [1, 2])
        }
        #expect(try await pages.items.prefix(9).reduce(into: [Int]()) { $0.append($1) } == [1, 2])
        #expect(try await pages.prefetching().items.prefix(9).reduce(into: [Int]()) { $0.append($1) } == [1, 2])
        #expect(count.withLock { $0 } == 4)
    }

    @Test("any start of a numbered list is walked without an overflow", arguments: 0..<40)
    func anyStart(_ seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let limits = ["\(Int.max)", "\(Int.min)", "\(Int.max - 1)", "-1", "", "x", "99999999999999999999"]
        for _ in 0..<20 {
            let start =
                Bool.random(using: &random)
                ? "\(Int.random(in: .min ... .max, using: &random))" : limits.randomElement(using: &random)
            let total = Bool.random(using: &random) ? Int.random(in: .min ... .max, using: &random) : nil
            let size = Bool.random(using: &random) ? Int.random(in: 1 ... .max, using: &random) : nil
            let first = Int.random(in: 0...1, using: &random)
            let step = Bool.random(using: &random) ? PageStep.page : .items
            let pages = PageSequence<Int>(startingAt: first, step: step, size: size) { number in
                ResultPage(items: [number, number ^ 1], total: total)
            }
            let rest = pages.starting(at: start).prefix(3)
            if let start, Int(start) == nil {
                await #expect(throws: TransportError.self) { try await rest.reduce(0) { count, _ in count + 1 } }
            } else {
                #expect(try await rest.reduce(0) { count, _ in count + 1 } >= 1)
            }
        }
    }

    @Test("a numbered list ends at the largest number", arguments: [PageStep.page, .items])
    func largestNumber(step: PageStep) async throws {
        let pages = PageSequence<Int>(startingAt: 1, step: step, size: 2) { ResultPage(items: [$0, 0]) }
        #expect(try await pages.starting(at: "\(Int.max)").reduce(0) { count, _ in count + 1 } == 1)
    }

    @Test("URLs in responses locate the next page")
    func urls() async throws {
        let second = try #require(URL(string: "https://a.example/?p=2"))
        let pages = PageSequence<Int>(url: { url in
            ResultPage(items: [url == nil ? 1 : 2], nextURL: url == nil ? second : nil)
        })
        #expect(try await pages.items.reduce(into: []) { $0.append($1) } == [1, 2])
        let rest = pages.starting(at: second.absoluteString)
        #expect(try await rest.items.reduce(into: []) { $0.append($1) } == [2])
        await #expect(throws: TransportError.self) { try await pages.starting(at: "").items.first { _ in true } }
    }

    @Test("an error ends the sequence, and a new iteration starts from the beginning")
    func failure() async throws {
        let isBroken = LockedState(true)
        let pages = PageSequence<Int>(cursor: { cursor in
            if cursor != nil, isBroken.withLock({ $0 }) { throw Broken() }
            return ResultPage(items: [1], next: cursor == nil ? "b" : nil)
        })
        var iterator = pages.makeAsyncIterator()
        #expect(try await iterator.next()?.items == [1])
        await #expect(throws: Broken.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
        isBroken.withLock { $0 = false }
        #expect(try await pages.items.reduce(0, +) == 2)
    }

    @Test("an empty page in the middle of a cursor list does not end it")
    func emptyPage() async throws {
        let pages = PageSequence<Int>(cursor: { cursor in
            cursor == nil ? ResultPage(items: [], next: "b") : ResultPage(items: [5], next: String?.none)
        })
        #expect(try await pages.items.first { _ in true } == 5)
    }

    @Test("no page is prefetched by default")
    func lazy() async throws {
        let count = LockedState(0)
        let pages = PageSequence<Int>(step: .page, size: nil) { page in
            count.withLock { $0 += 1 }
            return ResultPage(items: [page * 2, page * 2 + 1])
        }
        #expect(try await pages.items.first { $0 == 3 } == 3)
        #expect(count.withLock { $0 } == 2)
    }

    @Test(
        "prefetching fetches one page while the previous one is used, and never two",
        .timeLimit(.minutes(1))
    )
    func prefetching() async throws {
        let (asked, asking) = AsyncStream<Int>.makeStream()
        let pages = PageSequence<Int>(step: .page, size: 2) { page in
            asking.yield(page)
            return ResultPage(items: page < 3 ? [page, page] : [page])
        }
        var requests = asked.makeAsyncIterator()
        var iterator = pages.prefetching().makeAsyncIterator()
        #expect(try await iterator.next()?.items == [0, 0])
        // The test does not request the second page: these calls would never return if the page were not already being
        // fetched.
        #expect(await requests.next() == 0)
        #expect(await requests.next() == 1)
        #expect(try await iterator.next()?.items == [1, 1])
        #expect(await requests.next() == 2)
        #expect(try await iterator.next()?.items == [2, 2])
        #expect(try await iterator.next()?.items == [3])
        #expect(try await iterator.next() == nil)
        asking.finish()
        #expect(await requests.next() == 3)
        #expect(await requests.next() == nil)
        #expect(try await pages.prefetching().items.reduce(into: []) { $0.append($1) } == [0, 0, 1, 1, 2, 2, 3])
    }

    @Test("the error of a prefetched page is thrown when iteration reaches it, and ends the sequence")
    func prefetchedFailure() async throws {
        let pages = PageSequence<Int>(cursor: { cursor in
            guard cursor == nil else { throw Broken() }
            return ResultPage(items: [1], next: "b")
        })
        var iterator = pages.prefetching().makeAsyncIterator()
        #expect(try await iterator.next()?.items == [1])
        await #expect(throws: Broken.self) { _ = try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test("a prefetched page is cancelled when iteration stops or its task is cancelled", .timeLimit(.minutes(1)))
    func prefetchedCancellation() async throws {
        let (states, state) = AsyncStream<String>.makeStream()
        let pages = PageSequence<Int>(cursor: { cursor in
            guard cursor != nil else { return ResultPage(items: [1], next: "b") }
            state.yield("begun")
            // sleep: no call waits for it, because it is cancelled.
            do { try await Task.sleep(for: .seconds(3_600)) } catch { state.yield("cancelled") }
            throw CancellationError()
        })
        var heard = states.makeAsyncIterator()
        for try await _ in pages.prefetching() { break }
        let dropped = [await heard.next(), await heard.next()]
        #expect(dropped == ["begun", "cancelled"] || dropped == ["cancelled", "begun"])
        let walk = Task { for try await _ in pages.prefetching() {} }
        #expect(await heard.next() == "begun")
        walk.cancel()
        #expect(await heard.next() == "cancelled")
        await #expect(throws: CancellationError.self) { try await walk.value }
    }

    // Algorithms of a sequence with a concrete failure type crash the compiler. This test shows that these algorithms
    // work.
    @Test("the standard sequence algorithms work")
    func algorithms() async throws {
        let pages = PageSequence<Int>(step: .page, size: 2) { page in ResultPage(items: page < 2 ? [page, 9] : [2]) }
        #expect(try await pages.contains { $0.items == [2] })
        #expect(try await pages.allSatisfy { !$0.items.isEmpty })
        #expect(try await pages.first { $0.items.contains(1) }?.items == [1, 9])
        #expect(try await pages.min { $0.items[0] < $1.items[0] }?.items == [0, 9])
        #expect(try await pages.map(\.items.count).reduce(0, +) == 5)
        #expect(try await pages.items.contains(2))
        #expect(try await pages.items.allSatisfy { $0 < 10 })
        #expect(try await pages.items.min() == 0)
        #expect(try await pages.items.max() == 9)
        #expect(try await pages.items.filter { $0 == 9 }.reduce(0) { count, _ in count + 1 } == 2)
    }
}
