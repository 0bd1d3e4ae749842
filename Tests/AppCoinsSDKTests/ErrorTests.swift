import APIRuntime
import APITesting
import AppCoinsAPI
import Foundation
import SandboxServer
import Testing

@testable import AppCoinsSDK

@Suite("Errors")
struct ErrorTests {
    @Test(
        "errors without a response map to the documented errors",
        arguments: [
            (TransportError.Code.connection, ErrorMapping.Kind.network), (.timedOut, .network), (.tls, .network),
            (.unreachable, .network),
            (.cancelled, .unknown), (.invalidRequest, .system), (.noServer, .system), (.tooLarge, .system),
            (.redirectRefused, .system),
        ]
    )
    func transport(code: TransportError.Code, kind: ErrorMapping.Kind) {
        #expect(ErrorMapping.kind(of: TransportError(code, "x")) == kind)
    }

    @Test("all six error cases have their name and their information")
    func cases() {
        let kinds: [(ErrorMapping.Kind, String)] = [
            (.network, "networkError"), (.system, "systemError"), (.notEntitled, "notEntitled"),
            (.productUnavailable, "productUnavailable"), (.notAllowed, "purchaseNotAllowed"), (.unknown, "unknown"),
        ]
        for (kind, name) in kinds {
            let error = AppCoinsSDKError(kind, "sentence")
            #expect(error.type == name)
            #expect(error.debugInfo.description == "sentence")
            #expect(error.localizedDescription == ErrorMapping.title(of: kind))
            #expect(error.description.contains("\"type\""))
        }
    }

    @Test("the description is valid JSON, whatever its strings contain")
    func description() throws {
        let info = DebugInfo(
            message: "a \"quoted\" title\n",
            description: "d",
            request: DebugRequestInfo(url: "u", method: .post, responseData: "{\"a\":1}", statusCode: 500)
        )
        let text = AppCoinsSDKError.systemError(info).description
        let value = try JSONCoding.decode(JSONValue.self, from: Array(text.utf8))
        #expect(value["message"]?.string == "a \"quoted\" title\n")
        #expect(value["request"]?["statusCode"]?.number == JSONNumber(500))
    }

    @Test("debug output contains no secrets")
    func secrets() {
        let body = """
            {"ewt":"S1","auth_token":"S2","refreshToken":"S3","deep":[{"data_signature":"S4","guest_uid":"S5"}],"sku":"gas"}
            """
        let text = SecretMask.text(Array(body.utf8))
        for number in 1...5 { #expect(!text.contains("S\(number)")) }
        #expect(text.contains("gas"))
        #expect(SecretMask.url("https://a/guest_wallet?id=S6&x=S7") == "https://a/guest_wallet?id=…&x=…")
        #expect(SecretMask.url("https://a/b?") == "https://a/b")
        #expect(SecretMask.text(Array("<html>S8</html>".utf8)) == "15 bytes, no JSON")
    }

    @Test("no error of a call contains a token or a guest's identifier", arguments: [400, 401, 500])
    func noSecretInErrors(status: Int) async throws {
        try await Bench.run { bench in
            _ = try await bench.buy()
            let guest = try #require(bench.billing.settings.text(.guestUID))
            let token = try await bench.billing.wallets.session(.guest(guest)).credential().value
            for operation in ["listPurchases", "getGuestWallet", "listProducts"] {
                bench.sandbox.faults.add(Fault(.status(status), operation: operation))
            }
            for billing in [bench.billing, bench.restarted()] {
                do {
                    _ = try await billing.purchases()
                    Issue.record("An error response was decoded as a list.")
                } catch {
                    let text = "\(error) \(error.localizedDescription)"
                    #expect(!text.contains(guest) && !text.contains(token))
                }
            }
        }
    }

    @Test(
        "every read endpoint throws the documented error and works afterwards",
        arguments: ["listProducts", "convertCurrency", "listPurchases"],
        [401, 429, 500, 503]
    )
    func reading(operation: String, status: Int) async throws {
        try await Bench.run { bench in
            _ = try await bench.buy()
            let billing = bench.restarted()
            bench.sandbox.faults.add(Fault(.status(status), operation: operation))
            await Self.expectSystemError { try await Self.read(operation, billing) }
            bench.sandbox.faults.clear()
            try await Self.read(operation, billing)
        }
    }

    @Test(
        "a lost response is a network error for every read endpoint",
        arguments: ["/consumables", "/1.0", "/purchases"]
    )
    func lost(ending: String) async throws {
        let losses = Losses()
        try await Bench.run { environment, _ in
            environment.configuration.transport = losses.transport()
        } _: { bench in
            _ = try await bench.buy()
            let billing = bench.restarted()
            losses.lose(ending, times: 10)
            do {
                try await Self.read(ending == "/purchases" ? "listPurchases" : "listProducts", billing)
                Issue.record("A lost response caused no error.")
            } catch let error as AppCoinsSDKError {
                #expect(error.type == "networkError")
            }
        }
    }

    private static func read(_ operation: String, _ billing: AppcBilling) async throws {
        if operation == "listPurchases" {
            _ = try await billing.purchases()
        } else {
            _ = try await billing.products()
        }
    }

    private static func expectSystemError(_ body: () async throws -> Void) async {
        do {
            try await body()
            Issue.record("An error response caused no error.")
        } catch {
            #expect((error as? AppCoinsSDKError)?.type == "systemError")
        }
    }
}
