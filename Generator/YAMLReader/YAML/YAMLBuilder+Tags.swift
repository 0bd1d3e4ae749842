import CLibYAML

extension YAMLBuilder {

    private static let coreTag = "tag:yaml.org,2002:"

    /// Reads the current scalar, which has a tag.
    mutating func readScalar(tagged tag: String) throws(ReadingStopped) -> Node {
        let text = events.withScalar(CoreSchema.text)
        let plain = events.withScalar { CoreSchema.value($0) }
        var node = try readScalar()
        switch tag {
        case "!", Self.coreTag + "str":
            node.value = .string(text)
        case Self.coreTag + "null", Self.coreTag + "bool", Self.coreTag + "int", Self.coreTag + "float":
            if let value = Self.convert(plain, text, to: tag) {
                node.value = value
            } else {
                try reportMismatch(tag, quoted(text), at: node.range)
            }
        case Self.coreTag + "seq", Self.coreTag + "map":
            try reportMismatch(tag, quoted(text), at: node.range)
        default:
            try reportUnknown(tag, at: node.range)
        }
        return node
    }

    /// Checks the tag of the collection at the current event.
    mutating func checkCollectionTag(_ tag: String) throws(ReadingStopped) {
        let isSequence = events.type == YAML_SEQUENCE_START_EVENT
        switch tag {
        case "!", Self.coreTag + (isSequence ? "seq" : "map"):
            break
        default:
            let known = ["null", "bool", "int", "float", "str", "seq", "map"].map { Self.coreTag + $0 }
            if known.contains(tag) {
                try reportMismatch(tag, isSequence ? "a list" : "a mapping", at: currentRange())
            } else {
                try reportUnknown(tag, at: currentRange())
            }
        }
    }

    private static func convert(_ plain: Node.Value, _ text: String, to tag: String) -> Node.Value? {
        switch (plain, tag.dropFirst(coreTag.count)) {
        case (.null, "null"), (.bool, "bool"), (.int, "int"), (.number, "float"): plain
        case (.number, "int"): text.utf8.contains { ".eEnN".utf8.contains($0) } ? nil : plain
        case (.int, "float"): .number(text: text)
        default: nil
        }
    }

    private mutating func reportMismatch(
        _ tag: String,
        _ value: String,
        at range: SourceRange
    ) throws(ReadingStopped) {
        try session.report(
            ReadFailure(
                "The tag \(Self.shown(tag)) does not fit \(value)",
                hint: "Correct the value or remove the tag",
                range: range
            )
        )
    }

    private mutating func reportUnknown(_ tag: String, at range: SourceRange) throws(ReadingStopped) {
        var remark = ReadFailure(
            "The tag \(quoted(Self.shown(tag))) has no effect",
            hint: "The value is read without it",
            range: range
        )
        remark.isRemark = true
        try session.report(remark)
    }

    /// Returns a tag in the form that an author writes.
    private static func shown(_ tag: String) -> String {
        tag.hasPrefix(coreTag) ? "!!" + tag.dropFirst(coreTag.count) : tag
    }
}
