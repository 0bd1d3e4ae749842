/// An operation.
struct OperationModel {
    let id: String
    /// The method and path, which identify the operation; IDs may be absent, and several paths may share a Path Item
    /// Object.
    let key: String
    let method: String
    var methodName: Identifier
    let path: URLTemplate
    let pointer: String
    let documentation: Documentation
    /// Further paragraphs of the documentation: external documentation, and the header fields of the response.
    var notes: [String] = []
    /// The description of the only success of the method; `nil` if it says no more than its status.
    var result: String?
    let isDeprecated: Bool
    let evidence: Evidence?
    /// The parameters, in the order of the method's signature.
    let parameters: [ParameterModel]
    var body: BodyModel?
    var response: ResponseModel
    /// The bounds of the response's value; empty unless validation is enabled.
    var responseRules: [RuleModel] = []
    var documentedResponses: DocumentedResponses
    var accept: [String]
    /// The statuses of the successes that the method receives; empty for all successes.
    var statuses: [ClosedRange<Int>] = []
    /// The JSON media types of successes that only other methods of the operation read.
    var otherTypes: [String] = []
    /// The statuses of redirects that are the result of the operation, and are not followed; empty if there are none.
    var finalRedirects: [Int] = []
    let failures: [FailureModel]
    let errorName: Identifier
    /// The alternatives, each the names of the required schemes; empty if none is required.
    let security: [[Identifier]]
    var scopes: [String] = []
    /// The alternatives that a server checks, including schemes that clients cannot send; empty if none is required.
    var checked: [[SchemeUse]] = []
    let role: Identifier?
    let cache: CachePolicy?
    let replay: ReplayPolicy?
    let timeout: Int?
    /// The tags of the operation; `nil` if the tag of the group is the only one.
    var tags: [String]?
    var paging: PagingModel?
    /// Whether a server has a route that selects the operation.
    var hasRoute = true
    var links: [LinkModel] = []
    var polling: PollingModel?
    /// The operation with its other request and response bodies, each a method.
    var alternatives: [OperationModel] = []
    /// The difference between an alternative and the operation, for the alternative's documentation.
    var alternativeNote: String?
    /// Whether an alternative has the same bodies in XML instead of JSON.
    var isSyntaxTwin = false
}

/// A parameter of an operation.
struct ParameterModel {
    let wireName: String
    let name: Identifier
    let place: ParameterLocation
    let style: ParameterStyle
    let explode: Bool
    /// The separator of a list that no style has.
    let separator: ListSeparator?
    let allowsReserved: Bool
    /// Whether the value is serialized as JSON.
    let isJSON: Bool
    /// Whether the value, or each of its elements, is Base64 text.
    let isBase64: Bool
    let isRequired: Bool
    let type: SwiftType
    let documentation: Documentation
    /// A note that follows the documentation; `nil` if there is none.
    var note: String?
    /// The bounds of the value; empty unless validation is enabled.
    var rules: [RuleModel] = []
    /// The default of a required parameter, which callers may omit; `nil` if there is none.
    @Rare var defaultValue: LiteralValue? = nil
    /// The default of an optional parameter, which a server assumes if it is absent; `nil` if there is none.
    @Rare var assumedValue: LiteralValue? = nil
    /// The most fraction digits of its date-times' seconds; `nil` for the usual three.
    var fractionDigits: Int?

    /// The encodings of the properties of a query parameter or a whole query that is a form; `nil` for any other
    /// parameter.
    @Rare var form: [(member: String, encoding: PropertyEncoding)]? = nil

    /// Whether the elements or properties of the value are parameters of the query, or cookies.
    var isSpread: Bool { (place == .query && style == .form || place == .cookie) && explode && !isOneText }

    /// Whether the value is one document, and not in a style.
    private var isOneText: Bool { isJSON || form != nil }

    /// Whether the value is a date in the format of HTTP.
    var isHTTPDate: Bool { place == .header && !isJSON && type.isDate && HTTPDateField.contains(wireName) }

    /// Whether callers must pass a value.
    var isNeeded: Bool { isRequired && defaultValue == nil }

    /// The documentation of the parameter.
    var text: String {
        let summary = documentation.summary?.trimmed ?? ""
        let text = summary.isEmpty ? "The parameter `\(wireName)`." : summary
        guard let note else { return text }
        return text + (text.last.map { ".!?:".contains($0) } == true ? " " : ". ") + note
    }
}

/// The body of a request.
struct BodyModel {
    /// The format of the body.
    enum Kind: Equatable {
        case json, form, multipart, binary, text, xml
        /// A multipart body whose parts the document does not declare.
        case parts
        /// A multipart body whose parts have no names: the media types of the first ones, and of all others.
        case partList(first: [String], rest: String)
        /// A multipart body whose parts have no names, one media type, and are sent one by one.
        case partItems(type: String)
        /// JSON values that are sent one by one, on lines or after record separators.
        case lines, textSequence

        /// Whether the body is a sequence of items.
        var isSequence: Bool {
            switch self {
            case .lines, .textSequence, .partItems: true
            default: false
            }
        }

        /// Whether the body has parts without names.
        var isParts: Bool {
            switch self {
            case .parts, .partList: true
            default: false
            }
        }
    }

    var kind: Kind
    let contentType: String
    /// The media types and ranges among which the caller chooses; empty if there is only one.
    var contentTypes: [String] = []
    /// The documented media types of plain text and of any form that a body of JSON has too.
    var otherTypes: [String] = []
    let type: SwiftType
    let isRequired: Bool
    /// Whether null is a value of the body.
    var isNullable = true
    let documentation: Documentation
    /// The name of an XML body's root element; `nil` for the name of the type.
    var root: String?
    /// The bounds of the value; empty unless validation is enabled.
    var rules: [RuleModel] = []
    /// The encodings of a form's properties that differ from the default.
    let encodings: [(member: String, encoding: PropertyEncoding)]
    /// The media types and ranges that the document lists for the body, including other spellings.
    var documentedTypes: [String] = []
}

/// The result of an operation.
indirect enum ResponseModel {
    case nothing
    case json(SwiftType)
    /// JSON, or `nil` for an empty response.
    case optionalJSON(SwiftType)
    case data
    case text
    /// Several statuses with different bodies.
    case variants(NamedType, [ResponseVariant])
    /// Server-sent events with data of a type, or with text as `nil`; `isWhole` if the type includes the event's name.
    /// The data of the events with the names in `json` is a string in JSON.
    case events(SwiftType?, isWhole: Bool, json: [String] = [])
    /// JSON values on lines, or after record separators.
    case lines(SwiftType, isTextSequence: Bool)
    /// The parts of a multipart body, each JSON, or bytes as `nil`.
    case parts(SwiftType?)
    /// A whole body that a client writes to a file.
    case file
    /// A whole body that a client reads in chunks.
    case chunks
}

extension ResponseModel {
    /// Whether the result is a sequence of items that arrive one by one.
    var isStream: Bool {
        switch self {
        case .events, .lines, .parts: true
        default: false
        }
    }

    /// Whether the result is all of the text or all bytes of the body.
    var isWhole: Bool {
        switch self {
        case .data, .text: true
        default: false
        }
    }

    /// Whether only clients distinguish the response from the one of the operation.
    var isClientOnly: Bool {
        switch self {
        case .file, .chunks: true
        default: false
        }
    }
}

/// One of several documented successes.
struct ResponseVariant {
    let status: String
    let name: Identifier
    let response: ResponseModel
}

/// A documented failure of an operation.
struct FailureModel {
    /// The body of a failure.
    enum Body: Hashable {
        case nothing
        case json(SwiftType)
        case text
        case data
    }

    /// The status: `400`, `4XX` or `default`.
    let status: String
    let name: Identifier
    let body: Body
    /// Whether the body describes the problem as in RFC 9457.
    let isProblem: Bool
    /// The media types that select this failure among those of its status; empty for the one of any other type.
    let types: [String]
    /// Whether the body is documented as a stream or as a file, which the failure nevertheless contains as a whole.
    let isWhole: Bool
    /// The description of the response; `nil` if it says no more than its status.
    let documentation: String?

    /// Whether the failure covers several statuses.
    var isRange: Bool { Int(status) == nil }
}

extension OperationModel {
    /// The declared type of the problems of all failures; `nil` without problems, or if their types differ.
    var problemType: SwiftType? {
        var type: SwiftType?
        for failure in failures where failure.isProblem {
            guard case .json(let body) = failure.body, let named = body.named, type == nil || type == named else {
                return nil
            }
            type = named
        }
        return type
    }
}

extension SwiftType {
    /// The declared type itself, or inside an optional; `nil` for any other type.
    fileprivate var named: SwiftType? {
        switch self {
        case .named: self
        case .optional(let wrapped): wrapped.named
        default: nil
        }
    }
}
