/// The types and functions of `APIRuntime` that generated code uses by name.
///
/// The golden module proves that these names exist. The names of methods and argument labels are in the translator that
/// emits the call.
enum RuntimeNames {
    static let module: Code = "APIRuntime"

    // Models.
    static let model: Code = "JSONModel"
    static let memberwiseModel: Code = "MemberwiseModel"
    static let memberPairs: Code = "PropertyPairs"
    static let listedEnum: Code = "ListedEnum"
    static let openListedEnum: Code = "OpenListedEnum"
    static let listedIntEnum: Code = "ListedIntEnum"
    static let enumListing: Code = "EnumListing"
    static let listedValueEnum: Code = "ListedValueEnum"
    static let xmlShape: Code = "XMLShape"
    static let xmlName: Code = "XMLName"
    static let xmlRepresentable: Code = "XMLRepresentable"
    static let xmlChoice: Code = "XMLChoice"
    static let xmlVariants: Code = "XMLVariants"
    static let validated: Code = "SchemaValidated"
    static let validation: Code = "SchemaValidation"
    static let candidate: Code = "UnionCandidate"
    static let tupleModel: Code = "TupleModel"
    static let tupleReader: Code = "TupleReader"
    static let tupleWriter: Code = "TupleWriter"
    static let timeOfDay: Code = "TimeOfDay"
    static let calendarDuration: Code = "CalendarDuration"
    static let decimalText: Code = "DecimalString"
    static let jsonCodable: Code = "JSONCodable"
    static let redacted: Code = "RedactedReflectable"
    static let unknownProperties: Code = "UnknownProperties"
    static let nullable: Code = "Nullable"
    static let indirect: Code = "IndirectValue"
    static let json: Code = "JSONValue"
    static let calendarDate: Code = "CalendarDate"
    static let decodingFailure: Code = "DecodingFailure"
    static let objectKeys: Code = "ObjectKeys"
    static let objectReader: Code = "ObjectReader"
    static let objectWriter: Code = "ObjectWriter"
    static let jsonReader: Code = "JSONReader"
    static let jsonWriter: Code = "JSONWriter"

    // Bodies.
    static let responseHeader: Code = "ResponseHeader"
    static let filePart: Code = "FilePart"
    static let requestBody: Code = "HTTPBody"
    static let multipartConvertible: Code = "MultipartConvertible"
    static let multipartBody: Code = "MultipartBody"
    static let formEncoding: Code = "FormEncoding"
    static let bodyMediaType: Code = "BodyMediaType"
    static let bodyItems: Code = "BodyItems"

    // Streams.
    static let responseSequence: Code = "ResponseSequence"
    static let responseStream: Code = "ResponseStream"
    static let event: Code = "ServerSentEvent"
    static let part: Code = "ResponsePart"
    static let downloadedFile: Code = "DownloadedFile"

    // Calls.
    static let call: Code = "OperationCall"
    static let callOptions: Code = "CallOptions"
    static let operationGroup: Code = "OperationGroup"
    static let sender: Code = "OperationSender"
    static let clientConfiguration: Code = "ClientConfiguration"
    static let transport: Code = "HTTPTransport"
    static let serverRole: Code = "ServerRole"
    static let cachePolicy: Code = "CachePolicy"
    static let pageSequence: Code = "PageSequence"
    static let page: Code = "ResultPage"

    static let polling: Code = "PollingOptions"

    // Failures and responses.
    static let operationError: Code = "OperationError"
    static let operationErrorContent: Code = "OperationErrorContent"
    static let receivedResponse: Code = "RawResponse"
    static let transportError: Code = "TransportError"
    static let authenticationError: Code = "AuthenticationError"
    static let responseDecodable: Code = "ResponseDecodable"

    // Credentials.
    static let credentialSource: Code = "CredentialSource"
    static let credentialSet: Code = "CredentialSet"
    static let securityScheme: Code = "SecurityScheme"
    static let securityRequirement: Code = "SecurityRequirement"
    static let token: Code = "OAuthToken"
    static let oauthFlow: Code = "OAuthFlow"
    static let tokenRefresher: Code = "TokenRefresher"
}
