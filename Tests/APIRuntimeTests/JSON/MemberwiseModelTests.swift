@_spi(Generated) import APIRuntime
import Testing

@Suite("Comparison of memberwise models")
struct MemberwiseModelTests {

    private struct Crate: MemberwiseModel {
        var id = "a"
        var size: Int?
        var isOpen: Bool?
        var weight: Double? = 1
        var labels: [String] = []
        var inner: IndirectValue<Crate>?
        var unknownProperties = UnknownProperties()

        static let keys: ObjectKeys = ["id", "size", "isOpen", "weight", "labels", "inner"]

        init() {}

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            id = try object.required(0)
            size = try object.optional(1)
            isOpen = try object.optional(2)
            weight = try object.optional(3)
            labels = try object.optional(4) ?? []
            inner = try object.optional(5).map(IndirectValue.init)
            unknownProperties = object.unknown()
        }

        func write(to object: inout ObjectWriter) {
            object.put(0, id)
            object.put(1, size)
            object.put(2, isOpen)
            object.put(3, weight)
            object.put(4, labels)
            object.put(5, inner?.value)
            object.put(unknown: unknownProperties)
        }

        func compare(_ other: Self, _ same: inout PropertyPairs) {
            same(id, other.id)
            same(size, other.size)
            same(isOpen, other.isOpen)
            same(weight, other.weight)
            same(labels, other.labels)
            same(inner, other.inner)
            same(unknownProperties, other.unknownProperties)
        }
    }

    /// Values that each differ from the first in one property.
    private static let others: [Crate] = {
        let changes: [(inout Crate) -> Void] = [
            { $0.id = "b" }, { $0.size = 0 }, { $0.isOpen = false }, { $0.weight = nil }, { $0.labels = [""] },
            { $0.inner = IndirectValue(Crate()) }, { $0.unknownProperties = UnknownProperties(["x": 1]) },
        ]
        return changes.map { change in
            var crate = Crate()
            change(&crate)
            return crate
        }
    }()

    @Test("values that differ in one property are unequal, and a set keeps all of them")
    func differences() {
        for other in Self.others {
            #expect(other != Crate() && Crate() != other)
            #expect(other == other && other.hashValue == other.hashValue)
        }
        let all = [Crate()] + Self.others
        #expect(Set(all + all).count == all.count)
        #expect(Set(all.map(\.hashValue)).count == all.count)
    }

    @Test("a different property makes models unequal, whatever its position")
    func order() {
        var first = Crate()
        first.id = "b"
        var second = first
        second.unknownProperties = UnknownProperties(["x": 1])
        #expect(first != second)
        first.unknownProperties = UnknownProperties(["x": 1])
        #expect(first == second && first.hashValue == second.hashValue)
    }

    @Test("a value that is not equal to itself makes the model unequal, as in derived conformances")
    func notANumber() {
        var crate = Crate()
        crate.weight = .nan
        #expect(crate != crate)
    }

    @Test("hashing continues with the hasher's state")
    func hashing() {
        func hash(_ values: [AnyHashable]) -> Int {
            var hasher = Hasher()
            values.forEach { hasher.combine($0) }
            return hasher.finalize()
        }
        #expect(hash([1, Crate()]) != hash([2, Crate()]))
        #expect(hash([1, Crate()]) == hash([1, Crate()]))
    }
}
