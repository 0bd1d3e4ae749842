/// Bounds on what a document may cost to read.
public struct ReadLimits: Hashable, Sendable {

    /// Largest file in bytes; 64 MiB by default, never more than 4 GiB.
    public var maxBytes = 64 << 20

    /// Deepest nesting of lists and mappings; 128 by default.
    ///
    /// A value of an alias counts where the alias stands.
    ///
    /// Reading recurses once per level: raise it only with the stack of the calling thread in mind.
    public var maxDepth = 128

    /// Most values in the tree; 5 million by default.
    ///
    /// A value counts once per alias that leads to it.
    public var maxNodes = 5_000_000

    /// Most values that aliases and merge keys may add to those written out; 1 million by default.
    public var maxAliasedNodes = 1_000_000

    /// Problems after which reading stops; 500 by default.
    public var maxProblems = 500

    /// Creates the default limits.
    public init() {}
}
