import YAMLReader

/// The part of a request that carries a parameter.
enum ParameterLocation: String, CaseIterable {
    case path, query, header, cookie
}

/// The way in which a list or an object is serialized.
enum ParameterStyle: String, CaseIterable {
    case simple, label, matrix, form, spaceDelimited, pipeDelimited, deepObject
}

/// The Encoding Object of a property of a form or multipart body.
struct PropertyEncoding {
    var contentType: String?
    var style: ParameterStyle?
    var explode: Bool?
    var allowsReserved = false
    /// The position of the header fields of the part; `nil` without any.
    var headers: SourceRange?
    let range: SourceRange
}
