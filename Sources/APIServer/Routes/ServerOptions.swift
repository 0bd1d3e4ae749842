public import APIRuntime
import APIRequestDecoding
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The options of a server.
public struct ServerOptions: Sendable {
    /// The handling of query parameters that the specification does not contain.
    public enum UnknownParameters: Sendable {
        /// The parameters have no effect.
        case ignored
        /// The request is refused with ``UnreadableInput``.
        case refused
    }

    /// The maximum length in bytes of a request body that is read before its operation runs.
    ///
    /// A longer one is refused with status 413. Of a form with files, this is the maximum length of all that is in memory:
    /// the parts that are not files, and small files.
    public var maximumBodyBytes: Int

    /// The maximum length of a request body that an operation reads while it arrives, in bytes.
    ///
    /// A longer one is refused with status 413: before the operation runs if the request announces its length, and
    /// when the limit is exceeded if it does not. The sequence of the body then throws ``UnreadableInput``.
    ///
    /// This is also the maximum length of a form with files.
    public var maximumStreamedBodyBytes: Int

    /// The folder for the large files of forms while their requests are handled.
    ///
    /// The files have no names and disappear with the last use of their contents, or with the process.
    public var temporaryFolder: URL

    /// The maximum number of fields of a form, parts of a multipart body, or items of a query.
    ///
    /// More of them are refused with status 413.
    public var maximumFields: Int

    /// The maximum number of names in brackets of a parameter or property in the style `deepObject`.
    ///
    /// More of them are refused with status 400.
    public var maximumBrackets: Int

    /// The options and limits for JSON, such as the nesting depth.
    ///
    /// By default, values that the specification does not list are rejected, and null for properties that must not be
    /// null.
    public var reading: JSONReadingOptions

    /// The interval of the comments in a stream of server-sent events that has no event; `nil` or 0 for no comments.
    ///
    /// The first comment follows an event after up to twice the interval.
    /// Clients ignore comments (WHATWG HTML, section 9.2.7). They keep proxies from closing an idle connection, and the
    /// server notices a client that has disconnected: it cancels the sequence of the events. Other streams have no
    /// bytes without a meaning, so that only their next element shows that the client has disconnected.
    public var eventCommentInterval: Duration?

    /// The clock for ``eventCommentInterval``.
    public var clock: any Clock<Duration>

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

    /// Creates options, by default with bodies of up to 2 MiB, streamed bodies of up to 1 GiB, 10,000 fields, 64 levels
    /// of JSON, a comment every 15 seconds without an event and the default error responses.
    public init(
        maximumBodyBytes: Int = 2 << 20,
        maximumStreamedBodyBytes: Int = 1 << 30,
        temporaryFolder: URL = FileManager.default.temporaryDirectory,
        maximumFields: Int = 10_000,
        maximumBrackets: Int = 32,
        reading: JSONReadingOptions = JSONReadingOptions(
            maximumDepth: 64,
            rejectsUnknownValues: true,
            rejectsUndeclaredNull: true
        ),
        eventCommentInterval: Duration? = .seconds(15),
        clock: any Clock<Duration> = ContinuousClock(),
        bodyCodecs: [any BodyCodec] = [],
        unknownParameters: UnknownParameters = .ignored,
        ignoresCaseOfQueryNames: Bool = false,
        errors: @escaping ErrorMapping = { _, _ in nil },
        paths: @escaping @Sendable (RouteSource) -> [String] = { [$0.path] }
    ) {
        self.maximumBodyBytes = maximumBodyBytes
        self.maximumStreamedBodyBytes = maximumStreamedBodyBytes
        self.temporaryFolder = temporaryFolder
        self.maximumFields = maximumFields
        self.maximumBrackets = maximumBrackets
        self.reading = reading
        self.eventCommentInterval = eventCommentInterval
        self.clock = clock
        self.bodyCodecs = bodyCodecs
        self.unknownParameters = unknownParameters
        self.ignoresCaseOfQueryNames = ignoresCaseOfQueryNames
        self.paths = paths
        self.errors = errors
    }
}

extension ServerOptions {
    /// The limits of forms and queries.
    var formLimits: FormLimits { FormLimits(fields: maximumFields, depth: maximumBrackets) }

    /// The comment of an idle stream of events; `nil` if none is sent.
    var eventComment: IdleChunk? {
        guard let interval = eventCommentInterval, interval > .zero else { return nil }
        return IdleChunk(interval: interval, clock: clock, bytes: EventEncoding.comment)
    }
}
