/// Formats a document according to options.
struct JSONFormatter {
    let options: JSONWritingOptions

    /// Returns the same document, sorted and indented according to the options.
    func format(_ bytes: [UInt8]) -> [UInt8] {
        let reading = JSONReadingOptions(maximumDepth: .max, duplicateKeys: .lastWins)
        // A writer produces valid JSON, unless a type wrote invalid raw bytes: these are returned unchanged.
        guard let value = try? JSONCoding.decode(JSONValue.self, from: bytes, options: reading) else { return bytes }
        var writer = JSONWriter(capacity: bytes.count * 2)
        write(value, indent: 0, to: &writer)
        return writer.buffer.bytes()
    }

    private func write(_ value: JSONValue, indent: Int, to writer: inout JSONWriter) {
        switch value {
        case .array(let elements) where !elements.isEmpty:
            writer.buffer.append(ASCII.openBracket)
            for (index, element) in elements.enumerated() {
                separate(isFirst: index == 0, indent + 1, &writer)
                write(element, indent: indent + 1, to: &writer)
            }
            breakLine(indent, &writer)
            writer.buffer.append(ASCII.closeBracket)
        case .object(let object) where !object.isEmpty:
            writer.buffer.append(ASCII.openBrace)
            for (index, member) in (options.sortedKeys ? object.sorted : object.members).enumerated() {
                separate(isFirst: index == 0, indent + 1, &writer)
                writer.write(string: member.name)
                writer.write(plain: options.prettyPrinted ? ": " : ":")
                write(member.value, indent: indent + 1, to: &writer)
            }
            breakLine(indent, &writer)
            writer.buffer.append(ASCII.closeBrace)
        default:
            value.write(to: &writer)
        }
    }

    private func separate(isFirst: Bool, _ indent: Int, _ writer: inout JSONWriter) {
        if !isFirst { writer.buffer.append(ASCII.comma) }
        breakLine(indent, &writer)
    }

    private func breakLine(_ indent: Int, _ writer: inout JSONWriter) {
        guard options.prettyPrinted else { return }
        writer.buffer.append(0x0A)
        for _ in 0..<2 * indent { writer.buffer.append(ASCII.space) }
    }
}
