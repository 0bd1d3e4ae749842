public import APIRuntime

/// Reads the examples of a specification, for generated fixtures.
public enum SchemaExamples {
    /// Reads documents in JSON.
    ///
    /// - Throws: Where the first example that does not fit its type goes wrong.
    public static func decode<Value: JSONCodable>(_ texts: [String]) throws(DecodingFailure) -> [Value] {
        var values: [Value] = []
        for text in texts {
            values.append(try JSONCoding.decode(from: Array(text.utf8)))
        }
        return values
    }
}
