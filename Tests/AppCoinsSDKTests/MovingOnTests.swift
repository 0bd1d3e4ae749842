import APIRuntime
import APITesting
import AppCoinsAPI
import AppCoinsTesting
import Foundation
import HTTPTypes
import SandboxServer
import Testing
import URLSessionTransport

@testable import AppCoinsSDK

@Suite("Acknowledge and consume")
struct MovingOnTests {
    @Test("after a lost response, the purchase state is read and nothing is sent twice")
    func lostResponses() async throws {
        let losses = Losses()
        losses.lose("/acknowledge")
        losses.lose("/consume")
        try await Bench.run { environment, _ in
            environment.configuration.transport = losses.transport()
        } _: { bench in
            let purchase = try await bench.buy()
            #expect(purchase.state == "ACKNOWLEDGED")
            try await purchase.finish()
            #expect(try await bench.control.acknowledgements(purchase.uid) == 1)
            #expect(try await bench.control.consumptions(purchase.uid) == 1)
        }
    }

    @Test("after a 500 without effect, the state is read and the call is retried", arguments: [500, 503, 408])
    func serverErrors(status: Int) async throws {
        try await Bench.run { bench in
            let purchase = try await bench.buy()
            bench.sandbox.faults.add(Fault(.status(status), operation: "consumePurchase", times: 1))
            bench.sandbox.counter.reset()
            try await purchase.finish()
            #expect(bench.sandbox.counter.count("consumePurchase") == 2)
            #expect(bench.sandbox.counter.count("getPurchase") == 1)
            #expect(try await bench.control.consumptions(purchase.uid) == 1)
        }
    }

    @Test("a definite refusal is not retried", arguments: [400, 403, 429])
    func refusals(status: Int) async throws {
        try await Bench.run { bench in
            let purchase = try await bench.buy()
            bench.sandbox.faults.add(Fault(.status(status), operation: "consumePurchase"))
            bench.sandbox.counter.reset()
            await #expect(throws: AppCoinsSDKError.self) { try await purchase.finish() }
            #expect(bench.sandbox.counter.count("consumePurchase") == 1)
            #expect(purchase.state == "ACKNOWLEDGED")
            #expect(try await bench.control.consumptions(purchase.uid) == 0)
            bench.sandbox.faults.clear()
            try await purchase.finish()
            #expect(try await bench.control.consumptions(purchase.uid) == 1)
        }
    }

    @Test("if the state cannot be read either, the call is not retried")
    func unreadable() async throws {
        let losses = Losses()
        try await Bench.run { environment, _ in
            environment.configuration.transport = losses.transport()
        } _: { bench in
            let purchase = try await bench.buy()
            losses.lose("/consume")
            bench.sandbox.faults.add(Fault(.status(500), operation: "getPurchase"))
            bench.sandbox.counter.reset()
            await #expect(throws: AppCoinsSDKError.self) { try await purchase.finish() }
            #expect(bench.sandbox.counter.count("consumePurchase") == 1)
            bench.sandbox.faults.clear()
            // The server had consumed the purchase; the app detects that without a second consumption.
            #expect(try await bench.restarted().unfinishedPurchases().isEmpty)
            #expect(try await bench.control.consumptions(purchase.uid) == 1)
        }
    }

    @Test("while a checkout is open, its purchase does not go to an earlier order with the same reference")
    func sameReference() async throws {
        try await Bench.run { bench in
            try await Open.run(bench, orderID: "order-7") { open in
                open.sheet.play(.closed)
            } result: { result, purchases in
                #expect(result.purchase == nil && purchases.isEmpty)
            }
            try await Open.run(bench, orderID: "order-7") { open in
                let purchase = try await bench.pay(open.request)
                await open.billing.keeper.pass(all: true)
                open.tell(purchase, byLink: false)
            } result: { result, purchases in
                #expect(result.purchase?.uid == purchases.last, "\(result)")
            }
        }
    }

    @Test("ten consume calls consume a purchase once")
    func tenCallers() async throws {
        try await Bench.run { bench in
            let purchase = try await bench.buy()
            let copy = try #require(try await bench.billing.unfinishedPurchases().first)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<10 {
                    group.addTask { try await (number.isMultiple(of: 2) ? purchase : copy).finish() }
                }
                try await group.waitForAll()
            }
            try await purchase.finish()
            try await copy.finish()
            #expect(try await bench.control.consumptions(purchase.uid) == 1)
            #expect(bench.sandbox.counter.count("consumePurchase") == 1)
        }
    }

    @Test("a refunded purchase cannot be consumed")
    func refunded() async throws {
        try await Bench.run { bench in
            let purchase = try await bench.buy()
            try await bench.control.refund(purchase.uid)
            await #expect(throws: AppCoinsSDKError.self) { try await purchase.finish() }
            #expect(try await bench.control.consumptions(purchase.uid) == 0)
        }
    }

    @Test(
        "only ambiguous failures leave the effect of a request unknown",
        arguments: [
            (AcknowledgePurchaseError.transport(TransportError(.timedOut, "late")), true),
            (.transport(TransportError(.connection, "lost")), true),
            (.undocumented(RawResponse(status: 502)), true), (.undocumented(RawResponse(status: 408)), true),
            (.conflict(ServiceProblem(code: "Conflict")), true), (.cancelled, true),
            (.notFound(ServiceProblem(code: "NotFound")), false),
            (.tooManyRequests(ServiceProblem(code: "Many")), false),
            (.unauthenticated(AuthenticationError(.rejected, message: "no")), false),
        ]
    )
    func unclear(error: AcknowledgePurchaseError, isUnclear: Bool) {
        #expect(PurchaseStep.isUnclear(error) == isUnclear)
    }

    @Test("a success status other than 204 does not count as success")
    func otherSuccess() async throws {
        let script = ScriptedTransport([
            .status(200), .value(Self.record(.acknowledged)), .status(204),
        ])
        let client = AppCoinsClient(
            servers: .init(all: try #require(URL(string: "http://127.0.0.1"))),
            credentials: AppCoinsCredentials(walletToken: .bearer("t")),
            configuration: .testing(script, clock: ContinuousClock())
        )
        var configuration = ClientConfiguration(transport: .urlSession)
        configuration.retry.baseDelay = .zero
        let step = PurchaseStep(step: .consume, uid: "u", domain: "d", configuration: configuration)
        #expect(try await step.take(client.purchases) == .consumed)
        #expect(script.requests.map { $0.head.method.rawValue } == ["POST", "GET", "POST"])
    }

    private static func record(_ state: PurchaseState) -> PurchaseRecord {
        PurchaseRecord(
            uid: "u",
            sku: "gas",
            state: state,
            orderUid: "O",
            created: "2026-01-01T00:00:00Z",
            verification: Vector.signed
        )
    }
}
