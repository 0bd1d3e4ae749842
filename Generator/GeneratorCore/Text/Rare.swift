/// A value that few objects have, stored separately so that the other objects remain small.
@propertyWrapper
struct Rare<Value> {

    /// The separate storage of a value.
    private final class Storage {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var storage: Storage?

    init(wrappedValue: Value?) {
        storage = wrappedValue.map(Storage.init)
    }

    /// The value; `nil` if there is none.
    var wrappedValue: Value? {
        get { storage?.value }
        set { storage = newValue.map(Storage.init) }
    }
}

extension Rare: Equatable where Value: Equatable {
    static func == (first: Rare, second: Rare) -> Bool {
        first.storage === second.storage || first.wrappedValue == second.wrappedValue
    }
}

extension Rare: Hashable where Value: Hashable {
    func hash(into hasher: inout Hasher) {
        hasher.combine(wrappedValue)
    }
}
