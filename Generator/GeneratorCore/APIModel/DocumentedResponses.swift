/// The statuses and media types of an operation's documented responses, as a server sends them.
struct DocumentedResponses {

    /// A documented response.
    struct Entry {
        /// The status: `200`, `4XX` or `default`.
        let status: String
        /// The preferred media type; `nil` without a body.
        let type: String?
        /// All media types of the response.
        var types: [String] = []
        /// The name of the root element in XML; `nil` for the name of the type.
        var root: String?
        /// The media type of the parts of a multipart body; `nil` if the document states none, or several.
        var partType: String?
    }

    let successes: [Entry]
    let failures: [Entry]
    /// The media types of failures with other forms or schemas than the preferred ones, by the names of their cases.
    var failureVariants: [(name: String, type: String)] = []
}

extension [FailureModel] {
    /// The media types of the failures that a media type selects, by the names of their cases.
    var variantTypes: [(name: String, type: String)] {
        compactMap { failure in failure.types.first.map { (failure.name.text, $0) } }
    }
}

extension DocumentedResponses {

    /// The media types of the successes.
    var types: [String] { successes.flatMap(\.types) }

    /// The status of a success: of the first one with a body, or else of the first one.
    ///
    /// 200 for a range or `default`; 204 if no success is documented.
    var status: Int {
        let entry = successes.first { $0.type != nil } ?? successes.first
        return entry.map { Int($0.status) ?? 200 } ?? 204
    }

    /// The status of a success for which a range or `default` is documented: the first one without its own response.
    var freeStatus: Int {
        let known = Set(successes.compactMap { Int($0.status) })
        return (200...299).first { !known.contains($0) } ?? 200
    }

    /// The status of a success without a body; `nil` if every success has a body.
    var emptyStatus: Int? {
        successes.first { $0.type == nil }.map { Int($0.status) ?? 204 }
    }

    /// Returns the media type of a success; `nil` if it is the default of its kind.
    func type(for response: ResponseModel) -> String? {
        successes.lazy.compactMap(\.type).first.flatMap { $0.unusual(for: response) }
    }

    /// The media type of the parts of a success; `nil` for the usual one.
    var partType: String? {
        successes.first { $0.type != nil }?.partType
    }

    /// The name of the root element of a success in XML; `nil` for the name of the type.
    var root: String? {
        successes.first { $0.type != nil }?.root
    }

    /// Returns the name of the root element of one of several successes in XML; `nil` for the name of the type.
    func root(for variant: ResponseVariant) -> String? {
        successes.first { $0.status == variant.status }?.root
    }

    /// Returns the media type of one of several successes; `nil` if it is the default of its kind.
    func type(for variant: ResponseVariant) -> String? {
        successes.first { $0.status == variant.status }?.type.flatMap { $0.unusual(for: variant.response) }
    }
}

extension String {
    /// Returns the media type; `nil` if it is the default of a server, or a range.
    fileprivate func unusual(for response: ResponseModel) -> String? {
        guard !contains("*") else { return nil }
        let usual =
            switch response {
            case .text: "text/plain"
            case .data: "application/octet-stream"
            case .events: "text/event-stream"
            case .lines(_, let isTextSequence): isTextSequence ? "application/json-seq" : "application/jsonl"
            case .parts: "multipart/mixed"
            default: "application/json"
            }
        return self == usual ? nil : self
    }
}
