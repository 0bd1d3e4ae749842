import HTTPTypes

extension APIResponse {
    /// The value of a header; `nil` when it is missing.
    ///
    /// - Parameter name: Name of the header; letter case does not count.
    /// - Returns: The value.
    public func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { headers[$0] }
    }
}

extension CallOptions {
    /// Sets a header of this one call.
    ///
    /// A name or value that no header may have is left out; the call then goes without it.
    ///
    /// - Parameters:
    ///   - name: Name of the header.
    ///   - value: Its value.
    public mutating func setHeader(_ name: String, to value: String) {
        guard let name = HTTPField.Name(name) else { return }
        headers[name] = value
    }
}
