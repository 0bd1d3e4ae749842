public import APIRuntime
import Foundation
public import URLSessionTransport

extension SensibillAPIClient {
    /// The address of the service and the settings for its calls.
    public struct Configuration: Sendable {
        /// The base URL: scheme, host and optional path prefix, without `/api/v1` or `/api/v2`.
        ///
        /// A trailing slash is ignored.
        public var baseUrl: String

        /// Whether the service's certificate chain must contain one of the pinned keys.
        ///
        /// Applies to the service's own domains and to the domains in ``pins``. Other hosts are subject to the system's
        /// trust evaluation only.
        public var certificatePinningEnabled: Bool

        /// The pinned keys, by domain.
        ///
        /// The service publishes no keys; use the ones that you received from it.
        public var pins: [DomainCertificatePins]

        /// Options that each new task starts with.
        public var defaultTaskOptions: TaskOptions

        /// The longest time to wait for ``UserAccessTokenDelegate/updateToken(for:completion:)`` to call its
        /// completion.
        public var tokenUpdateLimit: Duration

        /// The transport, logging, clock and further settings of the underlying client.
        ///
        /// Its retry policy is ignored: each execution of a task sends one request.
        public var client: ClientConfiguration

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - baseUrl: Scheme, host and optional path prefix.
        ///   - certificatePinningEnabled: Whether the service's certificate chain must contain one of the pinned
        ///     keys.
        ///   - pins: The pinned keys, by domain.
        ///   - defaultTaskOptions: Options that each new task starts with.
        ///   - tokenUpdateLimit: The longest time to wait for the delegate to renew a token.
        ///   - client: The transport, logging, clock and further settings of the underlying client.
        public init(
            baseUrl: String,
            certificatePinningEnabled: Bool = true,
            pins: [DomainCertificatePins] = [],
            defaultTaskOptions: TaskOptions = .defaults,
            tokenUpdateLimit: Duration = .seconds(30),
            client: ClientConfiguration = ClientConfiguration(transport: .urlSession)
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
    /// Checks the base URL, the pinned keys and the transport's ability to compare them.
    ///
    /// A start of the SDK does the same. Call it before ``SensibillAPIClient/get(configuration:)``, whose tasks report
    /// missing keys only when they are executed.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` with the reason if no request could be sent.
    public func check() throws(SensibillAPIClient.TaskError) {
        let host = try server().host ?? ""
        switch PinningDecision.make(isEnabled: certificatePinningEnabled, host: host, pins: pins) {
        case .systemTrust: return
        case .refused:
            throw .invalidInput(
                """
                certificatePinningEnabled is on, but pins contains no key for \(host). Add the keys that you received \
                from the service, or turn certificatePinningEnabled off.
                """
            )
        case .pinned(let keys):
            // All of them: a backup key with a typing error would be noticed only when it is needed.
            if let key = keys.first(where: { $0.hash == nil }) {
                throw .invalidInput("The publicKeyHash of the key \(key.name) must be a SHA-256 digest in Base64.")
            }
            guard client.transport is any CertificatePinningTransport else {
                throw .invalidInput(
                    """
                    certificatePinningEnabled is on, but the transport cannot compare keys. Use URLSessionTransport, \
                    conform your transport to CertificatePinningTransport, or turn certificatePinningEnabled off.
                    """
                )
            }
        }
    }

    /// Returns the URL of the service.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` if ``baseUrl`` is not a valid http or https URL.
    func server() throws(SensibillAPIClient.TaskError) -> URL {
        guard let url = URL(string: baseUrl.trimmingCharacters(in: .whitespaces)),
            let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host, !host.isEmpty, url.query == nil, url.fragment == nil
        else { throw .invalidInput("baseUrl must be an http or https URL with a host.") }
        // Calls add the API version; a base URL that includes one would lead to a path that does not exist.
        let last = url.pathComponents.filter { $0 != "/" }.suffix(2).map { $0.lowercased() }
        guard last != ["api", "v1"], last != ["api", "v2"] else {
            throw .invalidInput("baseUrl must not include /api, which the client adds.")
        }
        return url
    }
}
