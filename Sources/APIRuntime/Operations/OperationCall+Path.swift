@_spi(Generated)
extension OperationCall {
    /// Sets the value of a path parameter.
    ///
    /// A value that was set before for the same name is replaced. A call with a name without a value is not sent.
    ///
    /// - Parameters:
    ///   - name: The name that the path contains in braces.
    ///   - value: The value. If it is empty, `.` or `..`, the call is not sent.
    ///   - explode: Whether an object is written as `R=100,G=200` instead of `R,100,G,200`.
    ///   - separator: The separator of a list. With another one than a comma, a call with an element that contains the
    ///     separator is not sent.
    public mutating func path(
        _ name: StaticString,
        _ value: some ParameterValue,
        explode: Bool = false,
        separator: ParameterShape.Separator = .comma
    ) {
        path.set(name.description, PathValue(value), explode: explode, separator: separator)
    }

    /// Sets the value of a path parameter to a string.
    public mutating func path(_ name: StaticString, _ value: String) {
        path.set(name.description, PathValue(value), explode: false)
    }

    /// Sets the value of a path parameter that may span several segments of the path: `/` and other characters of a path
    /// are not encoded, and neither are escapes such as `%20`.
    public mutating func path(_ name: StaticString, reserved value: some ParameterValue, explode: Bool = false) {
        path.set(name.description, reserved: PathValue(value), explode: explode)
    }

    /// Sets the value of a path parameter of the style `label`: `.blue,black` or, exploded, `.blue.black`.
    ///
    /// With `allowReserved`, `/` and other characters of a path, and escapes such as `%20`, are not encoded.
    public mutating func path(
        _ name: StaticString,
        label value: some ParameterValue,
        explode: Bool = false,
        allowReserved: Bool = false
    ) {
        path.set(name.description, label: PathValue(value), explode: explode, allowReserved: allowReserved)
    }

    /// Sets the value of a path parameter of the style `matrix`: `;color=blue,black` or, exploded,
    /// `;color=blue;color=black`.
    ///
    /// With `allowReserved`, `/` and other characters of a path except `;`, and escapes such as `%20`, are not encoded.
    public mutating func path(
        _ name: StaticString,
        matrix value: some ParameterValue,
        explode: Bool = false,
        allowReserved: Bool = false
    ) {
        path.set(name.description, matrix: PathValue(value), explode: explode, allowReserved: allowReserved)
    }

    /// Sets the value of a path parameter with a JSON representation.
    @_disfavoredOverload
    public mutating func path(
        _ name: StaticString,
        _ value: some JSONCodable,
        explode: Bool = false,
        separator: ParameterShape.Separator = .comma
    ) {
        path.set(name.description, PathValue(json: value), explode: explode, separator: separator)
    }

    /// Sets the value of a path parameter that may span several segments of the path, with a JSON representation.
    @_disfavoredOverload
    public mutating func path(_ name: StaticString, reserved value: some JSONCodable, explode: Bool = false) {
        path.set(name.description, reserved: PathValue(json: value), explode: explode)
    }

    /// Sets the value of a path parameter of the style `label` with a JSON representation.
    @_disfavoredOverload
    public mutating func path(
        _ name: StaticString,
        label value: some JSONCodable,
        explode: Bool = false,
        allowReserved: Bool = false
    ) {
        path.set(name.description, label: PathValue(json: value), explode: explode, allowReserved: allowReserved)
    }

    /// Sets the value of a path parameter of the style `matrix` with a JSON representation.
    @_disfavoredOverload
    public mutating func path(
        _ name: StaticString,
        matrix value: some JSONCodable,
        explode: Bool = false,
        allowReserved: Bool = false
    ) {
        path.set(name.description, matrix: PathValue(json: value), explode: explode, allowReserved: allowReserved)
    }
}
