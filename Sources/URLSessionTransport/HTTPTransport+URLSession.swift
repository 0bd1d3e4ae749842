public import APIRuntime

extension HTTPTransport where Self == URLSessionTransport {
    /// The shared transport over `URLSession`.
    ///
    /// ```swift
    /// let client = NotesClient(transport: .urlSession)
    /// ```
    public static var urlSession: URLSessionTransport { .shared }
}
