/// The names of types that generated types cannot have.
///
/// A test compares them with the declarations in the runtime's sources.
enum ReservedNames {

    /// Whether a name is reserved at the top level.
    static func contains(_ name: Identifier) -> Bool {
        runtime.contains(name.text) || transports.contains(name.text) || language.contains(name.text)
            || own.contains(name.text)
    }

    /// The modules that generated code imports.
    static let own: Set<String> = ["APIRuntime", "APIServer", "APITesting", "APIWebhooks"]

    /// The types and modules outside the runtime that every file can refer to.
    static let language: Set<String> = [
        "Any", "Array", "AsyncSequence", "Bool", "Character", "Codable", "CodingKey", "Comparable", "Data", "Date",
        "Decimal", "Decodable", "Decoder", "Dictionary", "Double", "Duration", "Encodable", "Encoder", "Equatable",
        "Error", "Float", "Foundation", "FoundationEssentials", "HTTPFields", "HTTPRequest", "HTTPTypes", "Hashable",
        "Hasher",
        "Identifiable", "Int", "Int32", "Int64", "Logger", "Never", "Optional", "Protocol", "RawRepresentable",
        "Result", "Self", "Sendable", "Sequence", "Set", "StaticString", "String", "Substring", "Swift", "Task",
        "Type", "UInt", "UInt32", "UInt64", "URL", "UUID", "Void",
    ]

    /// The public types of `APIRuntime`, which every user of a client also imports.
    static let runtime: Set<String> = [
        "APIResponse", "TransportResponseBody", "ResponseDecodable", "ResponseHeader", "ResponseSequence",
        "AuthCredential", "AuthenticationError", "AuthorizationRequest",
        "BodyChunks", "BodyCodec", "BodyItems", "BodyMediaType", "BodyStream", "ResponsePart", "CacheEntry", "CacheKey",
        "CacheMode", "CachePolicy",
        "CacheStore", "CalendarDate", "CalendarDuration", "CallEvent", "CallFailure", "CallMethod",
        "CallMiddleware", "CallObserver", "CallOptions", "CallStage", "ClientConfiguration",
        "ClientCredentialsSource", "ConnectivityHint", "CredentialOwner", "CredentialSet", "CredentialSource",
        "DecimalString", "DecodingFailure",
        "DownloadedFile", "EnumListing", "FilePart", "FileTokenStore", "FormEncoding",
        "HTTPProblem",
        "HostPins", "IndirectValue", "JSONCodable", "JSONCoding", "JSONKind", "JSONNumber",
        "JSONObject", "JSONReader", "JSONReadingOptions", "JSONValue", "JSONWriter", "JSONWritingOptions",
        "LastingUploadEvent", "LastingUploads", "ListedEnum", "ListedIntEnum", "ListedValueEnum",
        "ManualConnectivity", "MemberwiseModel", "MemoryCacheStore", "MiddlewareContext",
        "MiddlewareContextKey", "MiddlewareNext", "MiddlewareRequest", "MiddlewareResponse", "OperationCall",
        "PlacedMiddleware", "PropertyPairs", "ResponseStream", "UnionCandidate",
        "MemoryTokenStore", "JSONModel", "MultipartBody", "MultipartConvertible", "Nullable", "OAuthClient",
        "OAuthFailure", "OAuthFlow", "ObjectKeys", "ObjectReader", "ObjectWriter", "OpenEnum", "OpenIntEnum",
        "OpenListedEnum", "OperationError", "OperationErrorContent",
        "OperationGroup", "ResultPage", "PageItems", "PagePosition", "PageSequence",
        "PageStep", "ParameterShape", "ParameterValue", "PollingOptions",
        "ProxyServer", "PublicKeyHash", "QueryStyle", "RawResponse", "RedactedReflectable", "RedirectPolicy",
        "RefreshLimit", "ReplaySafety", "HTTPBody", "ResponseCache", "RetryBudget", "RetryPolicy", "SchemaRule",
        "SecurityRequirement", "SecurityScheme", "SendAccount", "OperationSender", "ServerRole", "ServerSentEvent",
        "SessionEvent",
        "StaticCredential", "StatusCarrying", "StoredToken", "StreamOptions", "TaskUploads", "TimeOfDay", "OAuthToken",
        "TokenRefresher", "TokenSession", "TokenStore", "TransferProgress", "HTTPTransport", "TransportResponse",
        "TransportError", "TransportRequest", "TransportSecurity", "TrustRoots", "TupleModel", "TupleReader",
        "TupleWriter", "UnknownProperties", "SchemaValidated", "SchemaValidation",
        "WaitingTransport", "XMLChoice", "XMLName", "XMLRepresentable", "XMLShape", "XMLVariants",
    ]

    /// The public types of the transports, which the users of a client also import.
    static let transports: Set<String> = [
        "AsyncHTTPTransport", "BackgroundSessionUploads", "PathMonitorConnectivity", "URLSessionTransport",
    ]

    /// The public types of `APITesting`, which only mocks use.
    static let testing: Set<String> = [
        "SchemaExamples", "FaultInjectingTransport", "MockedCall", "MockedPages", "MockedStream", "RecordedRequest",
        "RecordingObserver",
        "RecordingTransport", "ScriptedResponse", "ScriptedCredentials", "ScriptedTransport", "TestClock", "TestDate",
    ]

    /// The public types of `APIWebhooks`, which only the files of webhooks and callbacks import.
    static let webhooks: Set<String> = [
        "HMACVerifier", "SharedSecretVerifier", "UnverifiedWebhooks", "WebhookError", "WebhookRejection",
        "WebhookRequest", "WebhookVerifier",
    ]

    /// The public types of `APIServer`, which only servers use.
    static let server: Set<String> = [
        "AcceptedCredential", "CredentialVerdict", "ErrorMapping", "FailureMedia", "MultipartForm", "MultipartPart",
        "PathStyle", "PresentedCredential",
        "RawServerResponse", "RouteSecurity",
        "ServerResponse",
        "RouteHandler", "RouteSource", "ServerInput", "ServerOptions", "ServerRequest", "ServerRoutes",
        "ServerSecurity", "UnauthorizedRequest",
        "UnreadableInput",
    ]
}
