public import APIRuntime

extension HTTPTransport where Self == AsyncHTTPTransport {
    /// The shared transport over AsyncHTTPClient.
    ///
    /// ```swift
    /// let client = NotesClient(transport: .asyncHTTP)
    /// ```
    public static var asyncHTTP: AsyncHTTPTransport { .shared }
}
