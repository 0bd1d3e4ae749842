import APIRuntime

/// The chunks of a body that is sent item by item: one for each item, and one after the last item.
final class EncodedItems<Item: Sendable>: Sendable {
    /// The number of encoded items, and whether the last chunk was returned.
    private struct Progress {
        var count = 0
        var isEnded = false
    }

    private let pump: SequencePump<Item>
    private let encode: @Sendable (Item, _ isExact: inout Bool) -> [UInt8]
    private let last: @Sendable () -> [UInt8]
    private let progress = LockedState(Progress())

    /// Creates the chunks of a sequence.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - encode: Returns the bytes of an item; sets its second argument to `false` if a number became null.
    ///   - last: Returns the bytes after the last item.
    init(
        _ items: ResponseSequence<Item>,
        encode: @escaping @Sendable (Item, _ isExact: inout Bool) -> [UInt8],
        last: @escaping @Sendable () -> [UInt8]
    ) {
        pump = SequencePump(items)
        self.encode = encode
        self.last = last
    }

    /// Returns the next chunk; `nil` after the last one.
    ///
    /// - Throws: The error of the sequence, or ``TransportError`` for an item with a number that is not finite.
    func next() async throws -> [UInt8]? {
        guard let item = try await pump.next() else {
            let wasEnded = progress.withLock { progress in
                defer { progress.isEnded = true }
                return progress.isEnded
            }
            return wasEnded ? nil : last()
        }
        let index = progress.withLock { progress in
            defer { progress.count += 1 }
            return progress.count
        }
        var isExact = true
        let bytes = encode(item, &isExact)
        guard isExact else {
            throw TransportError(.body, "The item at index \(index) of the response \(FiniteNumbers.problem)")
        }
        return bytes
    }
}
