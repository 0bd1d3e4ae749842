public import APIRuntime

/// What a server accepts.
public struct ServerOptions: Sendable {
    /// What happens to query parameters that the specification does not name.
    public enum UnknownParameters: Sendable {
        /// They have no effect.
        case ignored
        /// The request is refused with ``UnreadableInput``.
        case refused
    }

    /// Longest body of a request in bytes; a longer one is refused with 413.
    public var maximumBodyBytes: Int

    /// Limits of JSON bodies, such as their depth.
    public var reading: JSONReadingOptions

    /// What reads and writes bodies that are not JSON, such as `XMLBodyCodec` of the module `APIXML`.
    public var bodyCodecs: [any BodyCodec]

    /// What happens to query parameters that the specification does not name.
    public var unknownParameters: UnknownParameters

    /// Whether names of query parameters match in any case of letters, as some servers have it.
    public var ignoresCaseOfQueryNames: Bool

    /// How errors are worded.
    public var errors: ErrorMapping

    /// Where the routes of an operation are: its own path unless told otherwise, or several.
    ///
    /// They stand below the group of the router, if there is one.
    public var paths: @Sendable (RouteSource) -> [String]

    /// Creates options: bodies of up to 2 MiB, 64 levels of JSON, the default wording of errors.
    public init(
        maximumBodyBytes: Int = 2 << 20,
        reading: JSONReadingOptions = JSONReadingOptions(maximumDepth: 64),
        bodyCodecs: [any BodyCodec] = [],
        unknownParameters: UnknownParameters = .ignored,
        ignoresCaseOfQueryNames: Bool = false,
        errors: @escaping ErrorMapping = { _, _ in nil },
        paths: @escaping @Sendable (RouteSource) -> [String] = { [$0.path] }
    ) {
        self.maximumBodyBytes = maximumBodyBytes
        self.reading = reading
        self.bodyCodecs = bodyCodecs
        self.unknownParameters = unknownParameters
        self.ignoresCaseOfQueryNames = ignoresCaseOfQueryNames
        self.paths = paths
        self.errors = errors
    }
}
