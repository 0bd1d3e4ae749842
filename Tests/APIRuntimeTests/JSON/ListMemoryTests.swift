import APIRuntime
import Testing

/// Tests that lists do not keep much unused capacity.
@Suite("Memory use of lists")
struct ListMemoryTests {

    @Test("a top-level list has little unused capacity", arguments: [300, 1_000, 65_537, 150_000])
    func large(_ count: Int) throws {
        let numbers = (0..<count).map { 1_000_000 + $0 }
        let read = try JSONCoding.decode([Int].self, from: JSONCoding.encode(numbers))
        #expect(read == numbers)
        #expect(read.capacity <= count + count / 8 + 8)
    }

    @Test(
        "nested lists have a capacity of at most twice their elements",
        arguments: [1, 2, 3, 63, 64, 65, 700]
    )
    func nested(_ count: Int) throws {
        let list = (0..<count).map { "text that has memory of its own \($0)" }
        let lists = Array(repeating: list, count: 200)
        let read = try JSONCoding.decode([[String]].self, from: JSONCoding.encode(lists))
        #expect(read == lists)
        #expect(read.allSatisfy { $0.capacity <= 2 * count + 8 })
    }

    @Test("elements of varying lengths are all read")
    func uneven() throws {
        var texts = (0..<100).map { String(repeating: "x", count: 5_000 - 40 * $0) }
        texts += (0..<20_000).map { "\($0)" }
        texts += (0..<100).map { String(repeating: "y", count: 40 * $0) }
        #expect(try JSONCoding.decode([String].self, from: JSONCoding.encode(texts)) == texts)
    }
}
