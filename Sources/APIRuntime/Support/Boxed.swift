/// A value behind one reference, which is copied when it changes while it is shared.
///
/// Generated methods and error types copy, move and destroy calls and failures in many places. With one reference, that is
/// a single instruction in each place instead of one for every field.
struct Boxed<Value: Sendable>: Sendable {

    // Unchecked because `value` only changes while nothing else refers to the storage, so that nobody else can read it.
    private final class Storage: @unchecked Sendable {
        var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var storage: Storage

    init(_ value: Value) {
        storage = Storage(value)
    }

    var value: Value {
        get { storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }
}

extension Boxed: Equatable where Value: Equatable {
    static func == (first: Boxed, second: Boxed) -> Bool { first.value == second.value }
}

extension Boxed: Hashable where Value: Hashable {
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
