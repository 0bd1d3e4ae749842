/// The owner of a credential: one session of one user, from its sign-in to its end.
///
/// A client asks for the owners of a call's credentials once, when the call starts. The call then ends with
/// ``AuthenticationError/Code/sessionEnded`` as soon as one of its sources has another owner.
public struct CredentialOwner: Sendable {
    /// A stable, secret-free name of the user; several users may share it.
    public let partition: String

    /// The identity of the session; `nil` for a source without sessions, whose partitions identify the owners.
    public let generation: String?

    /// The partition of the cache that holds the owner's responses.
    ///
    /// It differs from ``partition`` when that name does not identify the user.
    let cachePartition: String

    /// The session; `nil` when the source only reports its name.
    let life: SessionLife?

    /// Creates an owner.
    ///
    /// - Parameters:
    ///   - partition: A stable, secret-free name of the user.
    ///   - generation: The identity of the session; `nil` if the partition identifies the owner.
    public init(partition: String, generation: String? = nil) {
        // The partitions of several sessions must differ where their users may.
        let cachePartition = generation.map { "\(partition)#\($0)" } ?? partition
        self.init(partition: partition, generation: generation, cachePartition: cachePartition, life: nil)
    }

    init(partition: String, generation: String?, cachePartition: String, life: SessionLife?) {
        self.partition = partition
        self.generation = generation
        self.cachePartition = cachePartition
        self.life = life
    }

    /// Returns the same owner with the identity of its session, which its first credential contains.
    func with(generation: String?) -> CredentialOwner {
        guard life == nil else {
            return CredentialOwner(
                partition: partition,
                generation: generation,
                cachePartition: cachePartition,
                life: life
            )
        }
        return CredentialOwner(partition: partition, generation: generation)
    }

    /// Returns whether a credential belongs to this owner.
    ///
    /// A source that does not know the generations of its credentials is compared by its partitions.
    func owns(_ credential: AuthCredential) -> Bool {
        guard partition == credential.partition else { return false }
        guard let generation, let other = credential.generation else { return true }
        return generation == other
    }

    /// Returns whether two values describe the same session.
    func isSame(as other: CredentialOwner) -> Bool {
        if let life, let otherLife = other.life { return life === otherLife }
        guard partition == other.partition else { return false }
        guard let generation, let otherGeneration = other.generation else { return true }
        return generation == otherGeneration
    }
}

extension CredentialOwner: Hashable {
    /// Returns whether two owners have the same partition and generation.
    public static func == (first: CredentialOwner, second: CredentialOwner) -> Bool {
        first.partition == second.partition && first.generation == second.generation
    }

    /// Hashes the partition and the generation.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(partition)
        hasher.combine(generation)
    }
}
