import YAMLReader

/// The part of a request that carries a parameter.
enum ParameterLocation: String, CaseIterable {
    case path, query, header, cookie
    /// The whole query, as a document of one media type (OpenAPI 3.2).
    case querystring
}

/// The way in which a list or an object is serialized.
enum ParameterStyle: String, CaseIterable {
    case simple, label, matrix, form, spaceDelimited, pipeDelimited, deepObject
    /// The style of cookies without percent-encoding (OpenAPI 3.2).
    case cookie
}

/// The character between the elements of a list, other than a comma: the extension `x-separator`.
///
/// OpenAPI 3 has no styles with these characters outside of the query, and none with a tab.
enum ListSeparator: String, CaseIterable {
    case space, tab, pipe

    /// The style of a query with this separator; `nil` for a tab, which has none in OpenAPI 3.
    var queryStyle: ParameterStyle? {
        switch self {
        case .space: .spaceDelimited
        case .pipe: .pipeDelimited
        case .tab: nil
        }
    }
}

/// The Encoding Object of a property of a form or multipart body.
struct PropertyEncoding {
    var contentType: String?
    var style: ParameterStyle?
    var explode: Bool?
    var allowsReserved = false
    /// The separator of a list that no style has.
    var separator: ListSeparator?
    /// The position of the header fields of the part; `nil` without any.
    var headers: SourceRange?
    /// The header fields of the part that have only one value, by their names.
    var fixedHeaders: [String: String] = [:]
    /// Whether the part has header fields with other values.
    var hasFreeHeaders = false
    /// The encodings of the properties of a part that is a form itself (OpenAPI 3.2).
    var encodings: [String: PropertyEncoding] = [:]
    let range: SourceRange
}
