import APIRuntime

extension TextTree {
    /// The tree as JSON, in which every scalar is a string; a delimited string is not split.
    var json: JSONValue {
        get throws { try JSONCoding.decode(JSONValue.self, from: self, options: JSONReadingOptions()) }
    }
}
