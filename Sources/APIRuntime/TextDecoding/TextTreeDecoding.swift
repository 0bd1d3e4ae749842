/// Decodes values from trees of strings, in which numbers are also strings.
package struct TextTreeDecoding {
    private var options: JSONReadingOptions

    /// Creates a decoder with the limits of reading options.
    package init(options: JSONReadingOptions) {
        self.options = options
        self.options.isText = true
    }

    /// Decodes a value.
    ///
    /// If the type needs another kind than the tree has, a string that contains JSON is parsed as JSON, and an array of
    /// strings is read as alternating names and values or as the single string from which it was split.
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
    /// Returns the tree with another interpretation of the value at a path, or of an enclosing one; `nil` when there is
    /// none.
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
