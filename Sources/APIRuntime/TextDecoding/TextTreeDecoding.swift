/// Decodes values from trees of strings, in which a number is a string too.
package struct TextTreeDecoding {
    private var options: JSONReadingOptions

    /// Creates a decoder with the limits of some options.
    package init(options: JSONReadingOptions) {
        self.options = options
        self.options.isText = true
    }

    /// Decodes a value.
    ///
    /// Where the type needs another kind than the tree has, a string that holds JSON is read as JSON, and a list of
    /// strings as alternating names and values or as the one string that it was split from.
    ///
    /// - Throws: ``DecodingFailure`` with the first problem of the last attempt.
    package func decode<T: JSONCodable>(_ type: T.Type, _ tree: JSONValue) throws(DecodingFailure) -> T {
        var tree = tree
        // Each repair replaces a string or a list by a value that is not repaired again, so the loop ends.
        while true {
            do {
                return try JSONCoding.decode(type, from: JSONCoding.encode(tree), options: options)
            } catch {
                guard error.reason == .mismatch, let repaired = tree.repaired(at: error.steps[...], error) else {
                    throw error
                }
                tree = repaired
            }
        }
    }
}

extension JSONValue {
    /// The tree in which the value at a path, or one above it, is read another way; `nil` when there is no other way.
    fileprivate func repaired(at steps: ArraySlice<DecodingFailure.Step>, _ failure: DecodingFailure) -> JSONValue? {
        switch (steps.first, self) {
        case (.member(let name), .object(var object)):
            guard let inner = object[name]?.repaired(at: steps.dropFirst(), failure) else { return nil }
            object[name] = inner
            return .object(object)
        case (.element(let index), .array(var items)):
            guard items.indices.contains(index) else { return nil }
            guard let inner = items[index].repaired(at: steps.dropFirst(), failure) else { return nil }
            items[index] = inner
            return .array(items)
        case (_, .string(let text)):
            return JSONText.container(text)
        case (nil, .array(let items)):
            let texts = items.compactMap(\.string)
            guard !texts.isEmpty, texts.count == items.count else { return nil }
            return failure.message.hasPrefix("expected an object")
                ? .pairs(texts) : .string(texts.joined(separator: ","))
        default:
            return nil
        }
    }
}
