import APIRuntime
import AppCoinsAPI
import AppCoinsSDK
import Foundation
import SandboxServer

/// An app whose web view is an external browser.
///
/// The app exchanges lines of JSON with the browser's driver.
///
/// The driver sends `{"buy": SKU}`, `{"message": …, "main": true, "origin": …}` for a message that a frame posted,
/// `{"link": URL}` for a link into the app, and `{"closed": true}`. The app sends `{"open": URL}`, `{"forward": TEXT}` for the page's function
/// `handleIOSRedirect`, `{"follow": URL}`, and `{"result": …}` with the sandbox's counts.
@main
struct AppCoinsWebApp {
    static func main() async throws {
        let sandbox = try await SandboxServer.start(SandboxConfiguration(receipts: 0))
        let driver = Driver()
        let domain = sandbox.credentials.appCoins.domain
        let browser = DrivenBrowser(driver: driver)
        let billing = AppcBilling(
            AppcEnvironment(domain: domain, servers: .sandbox(at: sandbox.baseURL), presenter: browser)
        )
        billing.initialize()
        driver.say(["ready": .string(domain)])
        for await line in driver.lines {
            guard let command = try? JSONCoding.decode(JSONValue.self, from: Array(line.utf8)) else { continue }
            if let sku = command["buy"]?.string {
                // Runs outside the loop, because the loop receives the messages of the page.
                Task { await Self.buy(sku, billing, sandbox, driver) }
            } else if let message = command["message"] {
                browser.sheet?.play(.posted(Data(JSONCoding.encode(message)), by: CheckoutMessageSource(command)))
            } else if let link = command["link"]?.string {
                driver.say(["handled": .bool(billing.handle(redirectURL: URL(string: link)))])
            } else if command["closed"] != nil {
                browser.sheet?.play(.closed)
            }
        }
    }

    /// Buys a product, delivers and finishes it, and reports the result.
    private static func buy(
        _ sku: String,
        _ billing: AppcBilling,
        _ sandbox: SandboxServer,
        _ driver: Driver
    ) async {
        do {
            guard let product = try await billing.products(for: [sku]).first else {
                return driver.say(["result": "no such product"])
            }
            switch await product.purchase(payload: "web") {
            case .success(.verified(let purchase)):
                try await purchase.finish()
                let url = sandbox.baseURL.appendingPathComponent("sandbox/appcoins/purchases/\(purchase.uid)")
                let kept = try JSONCoding.decode(JSONValue.self, from: Array(try Data(contentsOf: url)))
                driver.say(["result": "verified", "state": .string(purchase.state), "kept": kept])
            case .success(.unverified(_, let error)):
                driver.say(["result": "unverified", "error": .string(error.type)])
            case .pending: driver.say(["result": "pending"])
            case .userCancelled: driver.say(["result": "userCancelled"])
            case .failed(let error): driver.say(["result": "failed", "error": .string(error.type)])
            }
        } catch {
            driver.say(["result": "thrown", "error": .string("\(error)")])
        }
    }
}

extension CheckoutMessageSource {
    /// Reads the frame that posted a message.
    fileprivate init(_ command: JSONValue) {
        let origin = command["origin"]?.string.flatMap { URL(string: $0) }
        self.init(
            isMainFrame: command["main"]?.bool ?? false,
            scheme: origin?.scheme ?? "",
            host: origin?.host ?? "",
            port: origin?.port ?? 0
        )
    }
}
