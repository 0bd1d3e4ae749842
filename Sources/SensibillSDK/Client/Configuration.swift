public import APIRuntime
import Foundation

extension SensibillAPIClient {
    /// Where the service is, and how calls are made.
    public struct Configuration: Sendable {
        /// Scheme, host and optional path prefix, without `/api/v1` or `/api/v2`; a slash at the end does not matter.
        public var baseUrl: String

        /// Whether the service's certificate has to carry one of the pinned keys.
        ///
        /// Counts for the service's own domains, and for domains that ``pins`` name. Other hosts are trusted as the
        /// system trusts them.
        public var certificatePinningEnabled: Bool

        /// The keys to expect, by domain.
        ///
        /// The service publishes none, so give those that you were told.
        public var pins: [DomainCertificatePins]

        /// Options that each new task starts with.
        public var defaultTaskOptions: TaskOptions

        /// Longest wait for ``UserAccessTokenDelegate/updateToken(for:completion:)`` to call its completion.
        public var tokenUpdateLimit: Duration

        /// Transport, logging, clock and the rest.
        ///
        /// Its retry policy is not used: a task sends one request.
        public var client: ClientConfiguration

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - baseUrl: Scheme, host and optional path prefix.
        ///   - certificatePinningEnabled: Whether the service's certificate has to carry one of the pinned keys.
        ///   - pins: The keys to expect, by domain.
        ///   - defaultTaskOptions: Options that each new task starts with.
        ///   - tokenUpdateLimit: Longest wait for a delegate's response.
        ///   - client: Transport, logging, clock and the rest.
        public init(
            baseUrl: String,
            certificatePinningEnabled: Bool = true,
            pins: [DomainCertificatePins] = [],
            defaultTaskOptions: TaskOptions = .defaults,
            tokenUpdateLimit: Duration = .seconds(30),
            client: ClientConfiguration = ClientConfiguration()
        ) {
            self.baseUrl = baseUrl
            self.certificatePinningEnabled = certificatePinningEnabled
            self.pins = pins
            self.defaultTaskOptions = defaultTaskOptions
            self.tokenUpdateLimit = tokenUpdateLimit
            self.client = client
        }
    }
}

extension SensibillAPIClient.Configuration {
    /// The address of the service.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` when ``baseUrl`` cannot be one.
    func server() throws(SensibillAPIClient.TaskError) -> URL {
        guard let url = URL(string: baseUrl.trimmingCharacters(in: .whitespaces)),
            let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host, !host.isEmpty, url.query == nil, url.fragment == nil
        else { throw .invalidInput("baseUrl is no http or https address of a host.") }
        // Calls bring their own version; a base with one would send them to a path that does not exist.
        let last = url.pathComponents.filter { $0 != "/" }.suffix(2).map { $0.lowercased() }
        guard last != ["api", "v1"], last != ["api", "v2"] else {
            throw .invalidInput("baseUrl must end before /api, which the client adds.")
        }
        return url
    }
}
