/// Limits on the size of a document.
public struct ReadLimits: Hashable, Sendable {

    /// Maximum size of a file in bytes.
    ///
    /// 64 MiB by default, never more than 4 GiB.
    public var maxBytes = 64 << 20

    /// Maximum nesting depth of lists and mappings.
    ///
    /// 128 by default.
    ///
    /// The value of an alias counts at the location of the alias.
    ///
    /// Reading recurses once per level. Before you raise the limit, consider the stack size of the calling thread.
    public var maxDepth = 128

    /// Maximum number of values in the tree.
    ///
    /// 5 million by default.
    ///
    /// A value counts once for each alias that refers to it.
    public var maxNodes = 5_000_000

    /// Maximum number of values that aliases and merge keys may add to the written ones.
    ///
    /// 1 million by default.
    public var maxAliasedNodes = 1_000_000

    /// Number of problems after which reading stops.
    ///
    /// 500 by default.
    public var maxProblems = 500

    /// Whether faults with only one reasonable reading are read that way, each with a ``ReadFailure/reading``.
    ///
    /// `false` by default. Repeated keys are merged, bytes that are not UTF-8 are read as Windows-1252, control characters
    /// as spaces, and a JSON file that is not JSON as YAML.
    public var repairs = false

    /// Creates the default limits.
    public init() {}
}
