import APIRuntime

/// A source of identifiers at runtime: a ``SeededRandom`` that is safe to share between tasks.
final class IdentifierSource: Sendable {
    private let random: LockedState<SeededRandom>

    /// Creates a source from a seed and the name of its stream.
    init(seed: UInt64, stream: String) {
        random = LockedState(SeededRandom(seed: seed, stream: stream))
    }

    /// Returns a random UUID in lower case.
    func uuid() -> String { random.withLock { $0.uuid() } }

    /// Returns hexadecimal digits in lower case.
    func hex(_ count: Int) -> String { random.withLock { $0.hex(count) } }
}
