/// The OpenAPI extensions that the generator supports.
enum ExtensionName: String, CaseIterable, Sendable {
    case boxed = "x-boxed"
    case enumDescriptions = "x-enum-descriptions"
    case enumNames = "x-enumNames"
    case enumVariableNames = "x-enum-varnames"
    // Other spellings of the extensions above.
    case enumDescriptionsByValue = "x-enumDescriptions"
    /// Descriptions by the names of the values, in documents of swag.
    case enumComments = "x-enum-comments"
    /// Names and descriptions in documents of APIMatic.
    case enumElements = "x-enum-elements"
    case enumNamesHyphenated = "x-enum-names"
    case enumVariableNamesInCamelCase = "x-enumVarNames"
    case enumVarnames = "x-enumVarnames"
    case enumVariableNamesHyphenated = "x-enum-varNames"
    case enumKeys = "x-enum-keys"
    case enumNamesOfSpeakeasy = "x-speakeasy-enums"
    /// Names and descriptions in documents for Fern.
    case enumTextsOfFern = "x-fern-enum"
    /// Names and descriptions in documents of Microsoft.
    case enumValues = "x-ms-enum"
    /// Values of a string to which the server may add others, in documents that follow Zalando's guidelines.
    case extensibleEnum = "x-extensible-enum"
    case cache = "x-cache"
    case evidence = "x-evidence"
    case skipInvalid = "x-skip-invalid"
    case fractionDigits = "x-fraction-digits"
    case paging = "x-paging"
    case polling = "x-polling"
    case readAs = "x-read-as"
    case replay = "x-replay"
    case sensitive = "x-sensitive"
    case separator = "x-separator"
    case server = "x-server"
    case swiftName = "x-swift-name"
    case swiftNames = "x-swift-names"
    case timeout = "x-timeout"
    case tokenRefresh = "x-token-refresh"

    static let all = Set(allCases.map(\.rawValue))
}
