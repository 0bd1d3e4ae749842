/// What a media type is for Swift.
enum MediaForm {
    case json, xml, urlEncoded, multipart, text, binary

    init(_ name: String) {
        guard name != "application/json" else {
            self = .json
            return
        }
        let essence = name.prefix { $0 != ";" }.trimmed
        switch essence {
        case "application/x-www-form-urlencoded": self = .urlEncoded
        case _ where essence.hasPrefix("multipart/"): self = .multipart
        case "*/*", "application/*": self = .json
        case _ where essence.hasSuffix("/json") || essence.hasSuffix("+json"): self = .json
        case _ where essence.hasSuffix("/xml") || essence.hasSuffix("+xml"): self = .xml
        case _ where essence.hasPrefix("text/"): self = .text
        default: self = .binary
        }
    }

    /// What bodies of a range are sent as.
    var standard: String {
        switch self {
        case .json: "application/json"
        case .text: "text/plain"
        default: "application/octet-stream"
        }
    }
}

/// What media types say about each other.
enum MediaRange {

    /// Which of several types of JSON is taken: the plain one first, and lists of changes last.
    static func rank(_ name: String) -> Int {
        if name == "application/json" {
            return 0
        }
        return name.hasPrefix("application/json-patch+json") ? 3 : name.contains(";") ? 2 : 1
    }

    /// Whether a type stands for another one too, which has parameters.
    static func covers(_ name: String, _ other: String) -> Bool {
        !name.contains(";") && other.hasPrefix(name) && other.dropFirst(name.count).trimmed.hasPrefix(";")
    }

    /// Whether a media type, or each of several between commas, is one of bytes and not of text.
    static func isBinary(_ mediaType: String?) -> Bool {
        let types = mediaType?.lowercased().split(separator: ",") ?? []
        return !types.isEmpty
            && types.allSatisfy { type in
                let essence = type.prefix { $0 != ";" }.trimmed
                return !essence.hasPrefix("text/") && !essence.hasSuffix("json") && !essence.hasSuffix("xml")
                    && essence != "application/x-www-form-urlencoded"
            }
    }
}
