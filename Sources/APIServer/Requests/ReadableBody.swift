import HTTPTypes

/// The bodies that a server reads, which a response with status 415 names.
enum ReadableBody: Sendable {
    /// Bodies with one of these media types.
    case mediaTypes([String])
    /// Bodies without a content coding.
    case uncoded

    /// Returns the header field of the response: the media types of a patch have a separate field.
    ///
    /// See RFC 9110, section 15.5.16, and RFC 5789, section 2.2.
    ///
    /// - Parameter method: The method of the request.
    /// - Returns: The field; `nil` if no media type is known.
    func field(for method: HTTPRequest.Method) -> HTTPField? {
        switch self {
        case .uncoded: return HTTPField(name: .acceptEncoding, value: "identity")
        case .mediaTypes(let types):
            let name = method == .patch ? HTTPField.Name("Accept-Patch") : .accept
            guard let name, !types.isEmpty else { return nil }
            var known: Set<String> = []
            let distinct = types.filter { known.insert($0).inserted }
            return HTTPField(name: name, value: distinct.joined(separator: ", "))
        }
    }
}
