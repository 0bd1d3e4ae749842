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
    private let idle: IdleChunk?
    private let progress = LockedState(Progress())

    /// Creates the chunks of a sequence.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - encode: Returns the bytes of an item; sets its second argument to `false` if a number became null.
    ///   - last: Returns the bytes after the last item.
    ///   - idle: The chunk to return when no item arrives; `nil` to wait for the item.
    init(
        _ items: ResponseSequence<Item>,
        encode: @escaping @Sendable (Item, _ isExact: inout Bool) -> [UInt8],
        last: @escaping @Sendable () -> [UInt8],
        idle: IdleChunk? = nil
    ) {
        pump = SequencePump(items, tick: idle?.interval, of: idle?.clock ?? ContinuousClock())
        self.encode = encode
        self.last = last
        self.idle = idle
    }

    /// Returns the next chunk; `nil` after the last one.
    ///
    /// - Throws: The error of the sequence, or ``TransportError`` for an item with a number that is not finite.
    func next() async throws -> [UInt8]? {
        switch try await pump.arrival() {
        case .element(let item): try chunk(item)
        case .end: try chunk(nil)
        case .tick: idle?.bytes ?? []
        }
    }

    private func chunk(_ item: Item?) throws -> [UInt8]? {
        guard let item else {
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

/// Bytes without a meaning, which a stream sends while it has no item.
///
/// Writing them shows whether the client is still connected, and proxies do not close the connection.
struct IdleChunk: Sendable {
    /// The time without an item after which the bytes are sent; up to twice the time after an item.
    let interval: Duration
    let clock: any Clock<Duration>
    let bytes: [UInt8]
}
