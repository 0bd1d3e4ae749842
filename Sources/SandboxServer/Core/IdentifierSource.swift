import APIRuntime

/// Makes identifiers while the sandbox runs; a ``SeededRandom`` that many may use.
final class IdentifierSource: Sendable {
    private let random: LockedState<SeededRandom>

    /// Creates a source for a seed and the name of its user.
    init(seed: UInt64, stream: String) {
        random = LockedState(SeededRandom(seed: seed, stream: stream))
    }

    /// A random UUID, lowercase.
    func uuid() -> String { random.withLock { $0.uuid() } }

    /// Lowercase hexadecimal digits.
    func hex(_ count: Int) -> String { random.withLock { $0.hex(count) } }
}
