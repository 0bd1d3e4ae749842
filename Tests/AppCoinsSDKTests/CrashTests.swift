import APIRuntime
import APITesting
import AppCoinsAPI
import AppCoinsTesting
import Foundation
import SandboxServer
import Testing
import URLSessionTransport

@testable import AppCoinsSDK

/// Tests of a process that ends at any step of a purchase, simulated by disconnecting it at that step and starting
/// another one with the stored data.
@Suite("Process end during a purchase")
struct CrashTests {
    @Test("whichever call is last, a purchase is delivered and consumed once", arguments: 0..<18, [true, false])
    func anyStep(calls: Int, hasResponse: Bool) async throws {
        let cut = Cut(after: calls, hasResponse: hasResponse)
        try await Bench.run { bench in
            var given: [String] = []
            var environment = bench.environment
            environment.configuration.transport = cut.transport
            environment.presenter = SandboxCheckoutPresenter(
                servers: environment.servers,
                configuration: environment.configuration
            )
            await Self.appRun(AppcBilling(environment), &given)
            var lives = 0
            while lives < 2 {
                lives += 1
                await Self.appRun(AppcBilling(bench.environment), &given, isBuying: false)
            }
            let billing = bench.restarted()
            let paid = try await billing.purchases()
            // Nothing checks whether a purchase was delivered before, as in the sample of the documentation.
            #expect(paid.map(\.uid).sorted() == given.sorted())
            for purchase in paid { #expect(try await bench.control.consumptions(purchase.uid) == 1) }
            #expect(try await billing.unfinishedPurchases().isEmpty)
        }
    }

    /// Simulates one run of an app: delivers unfinished purchases, makes a purchase and delivers it.
    private static func appRun(_ billing: AppcBilling, _ given: inout [String], isBuying: Bool = true) async {
        billing.initialize()
        do {
            for purchase in try await billing.unfinishedPurchases() {
                given.append(purchase.uid)
                try await purchase.finish()
            }
            guard isBuying, let product = try await billing.products(for: ["honey_jar"]).first else { return }
            guard case .success(.verified(let purchase)) = await product.purchase() else { return }
            given.append(purchase.uid)
            try await purchase.finish()
        } catch {
            // The process has ended.
        }
    }
}

/// A simulated end of a process, which sends no request after a number of calls.
final class Cut: Sendable {
    private let left: LockedState<Int>
    private let hasResponse: Bool

    /// Creates a cut after a number of calls; the last one reaches the server, and its response is lost unless
    /// `hasResponse`.
    init(after calls: Int, hasResponse: Bool) {
        left = LockedState(calls)
        self.hasResponse = hasResponse
    }

    /// The transport of the process.
    var transport: FaultInjectingTransport {
        FaultInjectingTransport(URLSessionTransport.shared) { _, _ in
            self.left.withLock { left in
                left -= 1
                if left >= 1 || (left == 0 && self.hasResponse) { return nil }
                return left == 0 ? .lost : .unreachable
            }
        }
    }
}
