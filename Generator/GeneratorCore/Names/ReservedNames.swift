/// Names of types that the output of the generator cannot give away.
///
/// A test compares them with what the runtime's sources declare.
enum ReservedNames {

    /// Whether a type of the top level cannot have a name.
    static func contains(_ name: Identifier) -> Bool {
        runtime.contains(name.text) || language.contains(name.text) || own.contains(name.text)
    }

    /// What generated code calls its own: sets of failures, and the modules that it imports.
    static let own: Set<String> = ["APIRuntime", "APIServer", "APITesting", "Failures"]

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
        "Answer", "AnswerBody", "AnswerDecodable", "AnswerHeader", "AnswerSequence", "AnswerStream", "AttemptOutcome",
        "AuthenticationError", "AuthorizationRequest", "BackgroundSessionUploads", "BodyChunks", "BodyCodec",
        "BodyStream", "CacheEntry", "CacheKey", "CacheMode", "CachePlan", "CachePolicy", "CacheStore", "CacheTiming",
        "CachedAnswer", "CalendarDate", "CalendarDuration", "Call", "CallEvent", "CallFailure", "CallMethod",
        "CallObserver", "CallOptions", "Candidate", "ClientConfiguration", "ClientCredentialsSource",
        "ConnectivityHint", "Credential", "CredentialSource", "Deadline", "DecimalText", "DecodingFailure",
        "DecodingReport", "DownloadedFile", "EnumListing", "FilePart", "FileTokenStore", "FormEncoding",
        "HMACVerifier", "HTTPDate", "HostPins", "Indirect", "JSON", "JSONArrayStream", "JSONCodable", "JSONKind",
        "JSONNumber", "JSONObject", "JSONReader", "JSONReadingOptions", "JSONValue", "JSONWriter",
        "JSONWritingOptions", "LastingUploadEvent", "LastingUploads", "ListedEnum", "ListedIntEnum",
        "ListedValueEnum", "Lock", "ManualConnectivity", "MemberPairs", "MemberwiseModel", "MemoryCacheStore",
        "MemoryTokenStore", "Model", "MultipartBody", "MultipartConvertible", "Nullable", "OAuthClient",
        "OAuthFailure", "OAuthFlow", "ObjectKeys", "ObjectReader", "ObjectWriter", "OpenEnum", "OpenIntEnum",
        "OpenListedEnum", "OperationError", "OperationGroup", "Page", "PageItems", "PagePosition", "PageSequence",
        "PageStep", "ParameterShape", "ParameterValue", "PathMonitorConnectivity", "PathTemplate", "Polling",
        "ProxyServer", "PublicKeyHash", "QueryStyle", "ReceivedAnswer", "Redacted", "RedirectPolicy", "RefreshLimit",
        "Replay", "RequestBody", "ResponseCache", "RetryAfter", "RetryBudget", "RetryPolicy", "Rule",
        "SecurityRequirement", "SecurityScheme", "Sender", "ServerRole", "ServerSentEvent", "SessionEvent",
        "SharedSecretVerifier", "StaticCredential", "StatusCarrying", "StoredToken", "StreamOptions", "TaskUploads",
        "TimeOfDay", "Token", "TokenRefresher", "TokenSession", "TokenStore", "TransferProgress", "Transport",
        "TransportAnswer", "TransportError", "TransportRequest", "TransportSecurity", "TrustRoots", "TupleModel",
        "TupleReader", "TupleWriter", "URLSessionTransport", "UnknownMembers", "UnverifiedWebhooks", "Validated",
        "Validation", "WaitingTransport", "WebhookError", "WebhookRejection", "WebhookRequest", "WebhookVerifier",
        "XMLChoice", "XMLName", "XMLRepresentable", "XMLShape", "XMLVariants",
    ]

    /// Public types of `APITesting`, which the mocks alone see.
    static let testing: Set<String> = [
        "Examples", "FaultInjectingTransport", "MockedCall", "MockedPages", "RecordedRequest", "RecordingObserver",
        "RecordingTransport", "ScriptedAnswer", "ScriptedCredentials", "ScriptedTransport", "TestClock", "TestDate",
    ]

    /// Public types of `APIServer`, which servers alone see.
    static let server: Set<String> = [
        "ErrorMapping", "FailureMedia", "MultipartForm", "MultipartPart", "PathStyle", "RawReply", "Reply",
        "RouteHandler", "RouteSource", "ServerInput", "ServerOptions", "ServerRequest", "ServerRoutes",
        "UnreadableInput",
    ]
}
