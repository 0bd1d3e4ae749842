/// Statuses and media types of an operation's documented responses, as a server sends them.
struct ReplyModel {

    /// One documented response.
    struct Entry {
        /// `200`, `4XX` or `default`.
        let status: String
        /// The preferred media type; `nil` without a body.
        let type: String?
    }

    let successes: [Entry]
    let failures: [Entry]
}

extension ReplyModel {

    /// Status of a success: of the first one with a body, if there is any.
    var status: Int {
        let entry = successes.first { $0.type != nil } ?? successes.first
        return entry.map { Int($0.status) ?? 200 } ?? 204
    }

    /// Status of a success without a body; `nil` when every success has one.
    var emptyStatus: Int? {
        successes.first { $0.type == nil }.map { Int($0.status) ?? 204 }
    }

    /// The media type of a success, unless it is the one that its kind has anyway.
    func type(for response: ResponseModel) -> String? {
        successes.lazy.compactMap(\.type).first.flatMap { $0.unusual(for: response) }
    }

    /// The media type of one of several successes, unless it is the one that its kind has anyway.
    func type(for variant: ResponseVariant) -> String? {
        successes.first { $0.status == variant.status }?.type.flatMap { $0.unusual(for: variant.response) }
    }
}

extension String {
    /// The media type, unless a server sends it without being told, or it is a range.
    fileprivate func unusual(for response: ResponseModel) -> String? {
        guard !contains("*") else { return nil }
        let usual =
            switch response {
            case .text: "text/plain"
            case .data: "application/octet-stream"
            default: "application/json"
            }
        return self == usual ? nil : self
    }
}
