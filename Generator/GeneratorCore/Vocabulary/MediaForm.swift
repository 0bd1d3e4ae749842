/// The form in which Swift reads and writes bodies of a media type.
enum MediaForm {
    case json, xml, urlEncoded, multipart, text, binary
    /// Server-sent events.
    case events
    /// One JSON value on each line.
    case lines
    /// JSON values, each after a record separator (RFC 7464).
    case textSequence

    init(_ name: String) {
        guard name != "application/json" else {
            self = .json
            return
        }
        let essence = name.essence
        switch essence {
        case "application/x-www-form-urlencoded": self = .urlEncoded
        case _ where essence.hasPrefix("multipart/"): self = .multipart
        case "text/event-stream": self = .events
        case _ where Self.lineTypes.contains(essence) || Self.lineSuffixes.contains(where: essence.hasSuffix):
            self = .lines
        case _ where essence.hasSuffix("/json-seq") || essence.hasSuffix("+json-seq"): self = .textSequence
        case "*/*", "application/*": self = .json
        case _ where Self.jsonSuffixes.contains(where: essence.hasSuffix): self = .json
        case _ where essence.hasPrefix("image/"): self = .binary
        case _ where essence.hasSuffix("/xml") || essence.hasSuffix("+xml"): self = .xml
        case _ where essence.hasPrefix("text/"): self = .text
        default: self = .binary
        }
    }

    /// The media types of JSON lines; none of them is registered.
    private static let lineTypes: Set<String> = [
        "application/jsonl", "application/x-jsonl", "application/jsonlines", "application/x-jsonlines",
        "application/json-lines", "application/ndjson", "application/x-ndjson", "application/json-stream",
        "application/x-json-stream", "application/stream+json", "text/jsonl", "text/ndjson",
    ]

    private static let jsonSuffixes = ["/json", "+json", "/x-json"]

    private static let lineSuffixes = ["+jsonl", "+ndjson", "+json-lines"]

    /// Whether bodies are sequences of items that are read and written one by one.
    var isSequential: Bool {
        switch self {
        case .events, .lines, .textSequence: true
        default: false
        }
    }

    /// The media type that is sent for a media range.
    var standard: String {
        switch self {
        case .json: "application/json"
        case .text: "text/plain"
        case .multipart: "multipart/form-data"
        default: "application/octet-stream"
        }
    }
}

/// Relations between media types.
enum MediaRange {

    /// Returns the rank of a JSON media type, the preferred one first: `application/json` is 0, JSON Patch is last.
    static func rank(_ name: String) -> Int {
        if name == "application/json" {
            return 0
        }
        return name.hasPrefix("application/json-patch+json") ? 3 : name.utf8.contains(UInt8(ascii: ";")) ? 2 : 1
    }

    /// Whether a media type is a spelling of `application/json` or `application/xml`, with a `charset` or without one.
    static func isUsual(_ name: String) -> Bool {
        let parts = name.lowercased().split(separator: ";")
        guard let essence = parts.first?.trimmed else { return false }
        return ["application/json", "text/json", "application/xml", "text/xml"].contains(String(essence))
            && parts.dropFirst().allSatisfy { $0.trimmed.hasPrefix("charset") }
    }

    /// Whether the family of a range, or `*/*`, includes a media type.
    static func includes(_ range: String, _ name: String) -> Bool {
        name.hasPrefix(range.prefix { $0 != "*" })
    }

    /// Whether a media type without parameters includes another one, which has parameters.
    static func covers(_ name: String, _ other: String) -> Bool {
        !name.utf8.contains(UInt8(ascii: ";")) && other.hasPrefix(name)
            && other.dropFirst(name.count).trimmed.hasPrefix(";")
    }

    /// Whether a media type, or each media type of a comma-separated list, is JSON.
    static func isJSON(_ mediaType: String) -> Bool {
        mediaType.lowercased().split(separator: ",").allSatisfy { type in
            !type.contains("*") && MediaForm(type.trimmed) == .json
        }
    }

    /// Whether a media type, or each media type of a comma-separated list, is binary rather than textual.
    static func isBinary(_ mediaType: String?) -> Bool {
        let types = mediaType?.lowercased().split(separator: ",") ?? []
        return !types.isEmpty
            && types.allSatisfy { type in
                let essence = type.essence
                return !essence.hasPrefix("text/") && !essence.hasSuffix("json") && !essence.hasSuffix("xml")
                    && essence != "application/x-www-form-urlencoded"
            }
    }
}
