extension DecodingFailure {
    /// The status of the response that could not be read; `nil` for a document that is not a response.
    public var status: Int? { origin?.status }

    /// The response that could not be read, with its body.
    ///
    /// It is `nil` for a document that is not a response, and for a response that is read while it arrives. It may
    /// contain private values: the description of this failure does not show it, and comparisons ignore it.
    public var response: RawResponse? { origin?.response }

    private var origin: ResponseOrigin? { source as? ResponseOrigin }

    /// Returns the same failure for a response that was read completely.
    func found(in response: RawResponse) -> DecodingFailure {
        from(ResponseOrigin(status: response.status, response: response))
    }

    /// Returns the same failure for a response that is read while it arrives.
    func found(withStatus status: Int?) -> DecodingFailure {
        from(ResponseOrigin(status: status, response: nil))
    }
}

/// The response that a decoding failure belongs to.
private struct ResponseOrigin: Sendable {
    let status: Int?
    let response: RawResponse?
}
