import HTTPTypes

extension APIResponse {
    /// Returns the value of a header field.
    ///
    /// - Parameter name: Name of the field; case-insensitive.
    /// - Returns: The value; `nil` when the field is missing.
    public func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { headers[$0] }
    }
}

extension CallOptions {
    /// Sets a header field for this call.
    ///
    /// An invalid field name is ignored, and the call is sent without the field.
    ///
    /// - Parameters:
    ///   - name: Name of the field.
    ///   - value: Its value.
    @_spi(Generated)
    public mutating func setHeader(_ name: String, to value: String) {
        guard let name = HTTPField.Name(name) else { return }
        headers[name] = value
    }
}
