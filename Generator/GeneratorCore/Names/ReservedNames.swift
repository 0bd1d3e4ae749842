/// Names of types that the output of the generator cannot give away.
///
/// A test compares them with what the runtime's sources declare.
enum ReservedNames {

    /// Whether a type of the top level cannot have a name.
    static func contains(_ name: Identifier) -> Bool {
        runtime.contains(name.text) || language.contains(name.text) || own.contains(name.text)
    }

    /// Modules that generated code imports.
    static let own: Set<String> = ["APIRuntime", "APIServer", "APITesting"]

    /// Types and modules beside the runtime that every file may speak of.
    static let language: Set<String> = [
        "Any", "Array", "AsyncSequence", "Bool", "Character", "Codable", "CodingKey", "Comparable", "Data", "Date",
        "Decimal", "Decodable", "Decoder", "Dictionary", "Double", "Duration", "Encodable", "Encoder", "Equatable",
        "Error", "Float", "Foundation", "HTTPFields", "HTTPRequest", "HTTPTypes", "Hashable", "Hasher",
        "Identifiable", "Int", "Int32", "Int64", "Logger", "Never", "Optional", "Protocol", "RawRepresentable",
        "Result", "Self", "Sendable", "Sequence", "Set", "StaticString", "String", "Substring", "Swift", "Task",
        "Type", "UInt", "UInt32", "UInt64", "URL", "UUID", "Void",
    ]

    /// Public types of `APIRuntime`, which every user of a client imports too.
    static let runtime: Set<String> = [
        "APIResponse", "TransportResponseBody", "ResponseDecodable", "ResponseHeader", "ResponseSequence",
        "ResponseStream", "AttemptOutcome",
        "AuthenticationError", "AuthorizationRequest", "BackgroundSessionUploads", "BodyChunks", "BodyCodec",
        "BodyStream", "CacheEntry", "CacheKey", "CacheMode", "CachePlan", "CachePolicy", "CacheStore", "CacheTiming",
        "CachedResponse", "CalendarDate", "CalendarDuration", "OperationCall", "CallEvent", "CallFailure", "CallMethod",
        "CallObserver", "CallOptions", "UnionCandidate", "ClientConfiguration", "ClientCredentialsSource",
        "ConnectivityHint", "AuthCredential", "CredentialSource", "CallDeadline", "DecimalString", "DecodingFailure",
        "DecodingReport", "DownloadedFile", "EnumListing", "FilePart", "FileTokenStore", "FormEncoding",
        "HMACVerifier", "HTTPDate", "HTTPProblem",
        "HostPins", "IndirectValue", "JSONCoding", "JSONArrayStream", "JSONCodable",
        "JSONKind",
        "JSONNumber", "JSONObject", "JSONReader", "JSONReadingOptions", "JSONValue", "JSONWriter",
        "JSONWritingOptions", "LastingUploadEvent", "LastingUploads", "ListedEnum", "ListedIntEnum",
        "ListedValueEnum", "LockedState", "ManualConnectivity", "PropertyPairs", "MemberwiseModel", "MemoryCacheStore",
        "MemoryTokenStore", "JSONModel", "MultipartBody", "MultipartConvertible", "Nullable", "OAuthClient",
        "OAuthFailure", "OAuthFlow", "ObjectKeys", "ObjectReader", "ObjectWriter", "OpenEnum", "OpenIntEnum",
        "OpenListedEnum", "OperationError", "OperationErrorContent",
        "OperationGroup", "ResultPage", "PageItems", "PagePosition", "PageSequence",
        "PageStep", "ParameterShape", "ParameterValue", "PathMonitorConnectivity", "PathTemplate", "PollingOptions",
        "ProxyServer", "PublicKeyHash", "QueryStyle", "RawResponse", "RedactedReflectable", "RedirectPolicy",
        "RefreshLimit",
        "ReplaySafety", "HTTPBody", "ResponseCache", "RetryAfter", "RetryBudget", "RetryPolicy", "SchemaRule",
        "SecurityRequirement", "SecurityScheme", "OperationSender", "ServerRole", "ServerSentEvent", "SessionEvent",
        "SharedSecretVerifier", "StaticCredential", "StatusCarrying", "StoredToken", "StreamOptions", "TaskUploads",
        "TimeOfDay", "OAuthToken", "TokenRefresher", "TokenSession", "TokenStore", "TransferProgress", "HTTPTransport",
        "TransportResponse", "TransportError", "TransportRequest", "TransportSecurity", "TrustRoots", "TupleModel",
        "TupleReader", "TupleWriter", "URLSessionTransport", "UnknownProperties", "UnverifiedWebhooks",
        "SchemaValidated",
        "SchemaValidation", "WaitingTransport", "WebhookError", "WebhookRejection", "WebhookRequest", "WebhookVerifier",
        "XMLChoice", "XMLName", "XMLRepresentable", "XMLShape", "XMLVariants",
    ]

    /// Public types of `APITesting`, which the mocks alone see.
    static let testing: Set<String> = [
        "SchemaExamples", "FaultInjectingTransport", "MockedCall", "MockedPages", "RecordedRequest",
        "RecordingObserver",
        "RecordingTransport", "ScriptedResponse", "ScriptedCredentials", "ScriptedTransport", "TestClock", "TestDate",
    ]

    /// Public types of `APIServer`, which servers alone see.
    static let server: Set<String> = [
        "ErrorMapping", "FailureMedia", "MultipartForm", "MultipartPart", "PathStyle", "RawServerResponse",
        "ServerResponse",
        "RouteHandler", "RouteSource", "ServerInput", "ServerOptions", "ServerRequest", "ServerRoutes",
        "UnreadableInput",
    ]
}
