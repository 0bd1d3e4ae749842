import APIRuntime
import Foundation

/// A service whose state the control panel shows.
protocol PanelSource: Sendable {
    /// The name of the service in the state.
    var panelName: String { get }

    /// The state of the service, without secrets.
    var panelState: JSONValue { get }
}

/// The state that the control panel shows.
struct PanelState: Sendable {
    let core: SandboxCore
    let sources: [any PanelSource]
    let credentials: SandboxCredentials

    /// Returns the state.
    ///
    /// - Parameter base: The address of the sandbox, without a trailing slash.
    /// - Returns: An object with a property for each part of the panel.
    func json(base: String) -> JSONValue {
        var state: JSONValue = [
            "now": .string(core.clock.now.ISO8601Format()),
            "faults": .array(core.faults.all.map { .string($0.summary) }),
            "tokens": .array(core.tokens.summaries),
            "exchanges": .array(core.journal.exchanges.map(\.json)),
            "paste": .array(paste(base: base)),
            "checkout": .string(checkout(base: base)),
        ]
        for source in sources { state[source.panelName] = source.panelState }
        return state
    }

    /// Returns the code that connects an app with the sandbox, for each service.
    ///
    /// It contains the predefined accounts, which protect nothing: the sandbox listens on this machine only.
    private func paste(base: String) -> [JSONValue] {
        let (anybill, sensibill, appCoins) = (credentials.anybill, credentials.sensibill, credentials.appCoins)
        return [
            [
                "title": "Anybill",
                "code": .string(
                    """
                    AnybillContext.configureShared(
                        AnybillConfiguration(
                            clientID: "\(anybill.clientID)",
                            servers: AnybillServers(all: URL(string: "\(base)")!)
                        )
                    )
                    // Sign in as \(anybill.user.email) with \(anybill.user.password)
                    """
                ),
            ],
            [
                "title": "Sensibill",
                "code": .string(
                    """
                    let api = SensibillAPIClient.Configuration(baseUrl: "\(base)", certificatePinningEnabled: false)
                    // Client: \(sensibill.clientKey), \(sensibill.clientSecret)
                    // User: \(sensibill.accessID), \(sensibill.accessSecret)
                    """
                ),
            ],
            [
                "title": "AppCoins",
                "code": .string(
                    """
                    AppcSDK.use(
                        AppcEnvironment(
                            domain: "\(appCoins.domain)",
                            servers: .custom(
                                productBase: "\(base)/productv2/8.20240812",
                                attributionBase: "\(base)",
                                walletBase: "\(base)/appc",
                                brokerBase: "\(base)/broker/8.20240812",
                                reportsBase: "\(base)/sdk-ios/8.20240812",
                                checkoutBase: "\(base)",
                                serverToServerBase: "\(base)"
                            )
                        )
                    )
                    """
                ),
            ],
        ]
    }

    /// Returns the address of a checkout page for the first product.
    private func checkout(base: String) -> String {
        let domain = credentials.appCoins.domain
        let sku = SandboxApp.samples.first { $0.domain == domain }?.products.first?.sku ?? ""
        return "\(base)/sandbox/appcoins/checkout-page?domain=\(domain)&product=\(sku)"
    }
}

extension Fault {
    /// The fault in a few words.
    var summary: String {
        let what =
            switch kind {
            case .latency(let milliseconds): "\(milliseconds) ms delay"
            case .status(let status, let retryAfter):
                "status \(status)" + (retryAfter.map { ", Retry-After \($0)" } ?? "")
            case .droppedConnection: "dropped connection"
            case .truncatedBody: "truncated body"
            case .malformedItem(let index): "malformed item \(index)"
            }
        let count = remaining.map { "\($0) more" } ?? "no limit"
        return "\(what) for \(operation ?? pathPrefix), \(count)"
    }
}
