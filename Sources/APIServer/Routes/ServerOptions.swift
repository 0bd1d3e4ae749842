public import APIRuntime

/// Options of a server.
public struct ServerOptions: Sendable {
    /// The treatment of query parameters that the specification does not declare.
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

    /// Codecs for bodies that are not JSON, such as `XMLBodyCodec` of the module `APIXML`.
    public var bodyCodecs: [any BodyCodec]

    /// The treatment of query parameters that the specification does not declare.
    public var unknownParameters: UnknownParameters

    /// Whether names of query parameters match regardless of letter case.
    public var ignoresCaseOfQueryNames: Bool

    /// Turns errors into responses.
    public var errors: ErrorMapping

    /// Returns the paths of an operation's routes; by default the path of the specification.
    ///
    /// They are relative to the group of the router, if there is one.
    public var paths: @Sendable (RouteSource) -> [String]

    /// Creates options: bodies of up to 2 MiB, 64 levels of JSON, and the default responses to errors.
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
