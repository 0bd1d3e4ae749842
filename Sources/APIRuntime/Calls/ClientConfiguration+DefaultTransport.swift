import Logging

extension ClientConfiguration {
    /// The transport of a configuration that names none: `URLSession`.
    ///
    /// On systems other than Apple's, `URLSession` has faults that a server can use to end the process or to stall it, see
    /// ``URLSessionTransport``. The first configuration there that names no transport therefore logs a warning. To choose,
    /// name `AsyncHTTPTransport`, or `URLSessionTransport` for servers that are trusted.
    public static var defaultTransport: any HTTPTransport {
        #if !canImport(Darwin)
        _ = hasWarned
        #endif
        return URLSessionTransport.shared
    }

    #if !canImport(Darwin)
    private static let hasWarned: Bool = {
        Logger(label: "specwright.transport").warning(
            """
            A client uses URLSession because it names no transport. On this system a faulty server can end or stall the \
            process. Use AsyncHTTPTransport, or name URLSessionTransport if the servers are trusted.
            """
        )
        return true
    }()
    #endif
}
