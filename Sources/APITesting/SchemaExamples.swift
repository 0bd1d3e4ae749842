public import APIRuntime

/// A decoder for the examples of a specification, for generated fixtures.
public enum SchemaExamples {
    /// Decodes JSON documents.
    ///
    /// - Throws: `DecodingFailure` for the first example that does not match its type.
    public static func decode<Value: JSONCodable>(_ texts: [String]) throws(DecodingFailure) -> [Value] {
        var values: [Value] = []
        for text in texts {
            values.append(try JSONCoding.decode(from: Array(text.utf8)))
        }
        return values
    }
}
