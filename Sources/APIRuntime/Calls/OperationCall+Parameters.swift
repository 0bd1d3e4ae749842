import HTTPTypes

extension OperationCall {
    /// Adds a query parameter, unless the value is `nil` or an empty array or object.
    ///
    /// - Parameters:
    ///   - name: Name in the spec, not encoded.
    ///   - value: The value.
    ///   - style: Serialization of an array or an object.
    ///   - explode: Whether each element becomes a separate parameter.
    ///   - allowReserved: Whether reserved characters, except `&`, `+`, `#`, `[` and `]`, and escapes such as `%20` are
    ///     unchanged.
    public mutating func query<T: ParameterValue>(
        _ name: String,
        _ value: T?,
        style: QueryStyle = .form,
        explode: Bool = true,
        allowReserved: Bool = false
    ) {
        guard let value else { return }
        if style == .deepObject, let value = value as? any JSONCodable {
            // A list or an object inside the value has names of its own.
            return queryWriter.add(deep: name, Self.sorted(value), allowReserved: allowReserved)
        }
        let shape = value.parameterShape
        queryWriter.add(name, shape, style: style, explode: explode, allowReserved: allowReserved)
    }

    /// Adds a query parameter with a JSON representation; with ``QueryStyle/deepObject`` to any depth.
    ///
    /// When an object is exploded, an array among its properties repeats its name.
    @_disfavoredOverload
    public mutating func query<T: JSONCodable>(
        _ name: String,
        _ value: T?,
        style: QueryStyle = .form,
        explode: Bool = true,
        allowReserved: Bool = false
    ) {
        guard let value else { return }
        let json = JSONValue(encoding: value, options: .request)
        queryWriter.add(name, json: json, style: style, explode: explode, allowReserved: allowReserved)
    }

    /// Returns the JSON of a value with the keys of dictionaries in order, so that equal values produce equal URLs.
    private static func sorted(_ value: some JSONCodable) -> JSONValue {
        var options = JSONWritingOptions.request
        options.sortedKeys = true
        return JSONValue(encoding: value, options: options)
    }

    /// Sets the whole query to a string, percent-encoded, unless the value is `nil`.
    public mutating func queryString(_ text: String?) {
        guard let text else { return }
        queryWriter.add(whole: text)
    }

    /// Adds a header parameter, unless the value is `nil`.
    ///
    /// The value is not encoded. Sending a value with a line break, NUL or another control character fails.
    public mutating func header<T: ParameterValue>(_ name: String, _ value: T?, explode: Bool = false) {
        guard let value else { return }
        setHeader(name, value.parameterShape.joined(by: ",", explode: explode))
    }

    /// Adds a header parameter with a JSON representation, unless the value is `nil`.
    @_disfavoredOverload
    public mutating func header<T: JSONCodable>(_ name: String, _ value: T?, explode: Bool = false) {
        guard let value else { return }
        setHeader(name, ParameterShape(json: value).joined(by: ",", explode: explode))
    }

    /// Adds a cookie, unless the value is `nil`.
    ///
    /// Characters that a cookie cannot contain are percent-encoded.
    public mutating func cookie<T: ParameterValue>(
        _ name: String,
        _ value: T?,
        explode: Bool = true,
        encoded: Bool = true
    ) {
        guard let value else { return }
        addCookies(HeaderValue.cookies(name, value.parameterShape, explode: explode, encoded: encoded))
    }

    /// Adds a cookie with a JSON representation, unless the value is `nil`.
    @_disfavoredOverload
    public mutating func cookie<T: JSONCodable>(_ name: String, _ value: T?, explode: Bool = true, encoded: Bool = true)
    {
        guard let value else { return }
        addCookies(HeaderValue.cookies(name, ParameterShape(json: value), explode: explode, encoded: encoded))
    }

    /// Adds cookies, or sets the problem that keeps the call from being sent.
    private mutating func addCookies(_ pairs: [String]) {
        guard pairs.allSatisfy({ !$0.contains(";") && HeaderValue.isValid($0) }) else {
            problem = problem ?? "The value of a cookie has a semicolon or a control character."
            return
        }
        cookies += pairs
    }

    /// Sets a header field, or the problem that keeps the call from being sent.
    mutating func setHeader(_ name: String, _ value: String) {
        guard let field = HTTPField.Name(name) else {
            problem = problem ?? "A header name contains a character that is not allowed."
            return
        }
        guard HeaderValue.isValid(value) else {
            problem = problem ?? "The value of the header \(field.canonicalName) holds a control character."
            return
        }
        headers[field] = value
    }
}
