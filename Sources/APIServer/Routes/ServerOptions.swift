public import APIRuntime

/// The options of a server.
public struct ServerOptions: Sendable {
    /// The handling of query parameters that the specification does not contain.
    public enum UnknownParameters: Sendable {
        /// The parameters have no effect.
        case ignored
        /// The request is refused with ``UnreadableInput``.
        case refused
    }

    /// The maximum length of a request body in bytes.
    ///
    /// A longer one is refused with status 413.
    public var maximumBodyBytes: Int

    /// The limits for JSON bodies, such as the nesting depth.
    public var reading: JSONReadingOptions

    /// The codecs for bodies other than JSON, such as `XMLBodyCodec` of the module `APIXML`.
    public var bodyCodecs: [any BodyCodec]

    /// The handling of query parameters that the specification does not contain.
    public var unknownParameters: UnknownParameters

    /// Whether names of query parameters match without regard to letter case, as on some servers.
    public var ignoresCaseOfQueryNames: Bool

    /// The closure that maps errors to responses.
    public var errors: ErrorMapping

    /// A closure that returns the route paths of an operation: by default its own path, or several.
    ///
    /// The paths are relative to the group of the router, if there is one.
    public var paths: @Sendable (RouteSource) -> [String]

    /// Creates options, by default with bodies of up to 2 MiB, 64 levels of JSON and the default error responses.
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
