import APIRuntime
import APITesting
import Foundation
import SandboxServer
import Testing
import URLSessionTransport

@testable import AppCoinsSDK

/// Tests of lists whose pages overlap, repeat or cannot be decoded.
@Suite("Pages of purchases")
struct PurchasePagesTests {
    @Test("a purchase that two pages list, because another one was made meanwhile, is returned once")
    func overlap() async throws {
        let last = LockedState<JSONValue?>(nil)
        try await Bench.run { environment, _ in
            environment.configuration.transport = RewritingTransport { list, url in
                var (list, items) = (list, list["items"]?.array ?? [])
                if url.contains("cursor="), let repeated = last.withLock({ $0 }) {
                    items.insert(repeated, at: 0)
                    list["items"] = .array(items)
                }
                last.withLock { $0 = items.last }
                return list
            }
        } _: { bench in
            let bought = try await Self.buyThree(bench)
            for isUnfinishedOnly in [false, true] {
                let list = try await bench.billing.purchaseList(unfinishedOnly: isUnfinishedOnly)
                #expect(list.purchases.map(\.uid) == bought.reversed())
                #expect(list.isComplete)
            }
        }
    }

    @Test("if the service ignores the position, each purchase is returned once, and the list is incomplete")
    func ignoredCursor() async throws {
        let first = LockedState<JSONValue?>(nil)
        try await Bench.run { environment, _ in
            environment.configuration.transport = RewritingTransport { list, url in
                first.withLock { first in
                    if !url.contains("cursor=") { first = list }
                    return first ?? list
                }
            }
        } _: { bench in
            let bought = try await Self.buyThree(bench)
            for isUnfinishedOnly in [false, true] {
                let list = try await bench.billing.purchaseList(unfinishedOnly: isUnfinishedOnly)
                #expect(list.purchases.map(\.uid) == Array(bought.reversed().prefix(2)))
                #expect(list.failures.map(\.error.type) == ["systemError"])
            }
        }
    }

    @Test(
        "if malformed pages repeat their positions or do not end, the list ends and is incomplete",
        arguments: [(["A", "B"], 3), ((1...200).map(String.init), 100)]
    )
    func malformed(cursors: [String], pages: Int) async throws {
        let count = LockedState(0)
        try await Bench.run { environment, _ in
            environment.configuration.transport = FaultInjectingTransport(URLSessionTransport.shared) { _, request in
                guard request.url.prefix(while: { $0 != "?" }).hasSuffix("/consumable/purchases") else { return nil }
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                let next = cursors[(number - 1) % cursors.count]
                let link = #"{"cursor":"\#(next)","url":"","query":""}"#
                return .response(.json(#"{"items":[{"uid":"u\#(number)","sku":7}],"next":\#(link)}"#))
            }
        } _: { bench in
            try await bench.billing.wallets.include(.guest("g1"))
            let list = try await bench.billing.purchaseList()
            #expect(list.purchases.isEmpty)
            let requests = count.withLock(\.self)
            #expect(requests == pages)
            let subjects = list.failures.dropLast().map(\.subject)
            let expected = (1...pages).map { PurchaseListFailure.Subject.purchase("u\($0)") }
            #expect(subjects == expected)
            let address = try await bench.billing.wallets.accounts().first?.address
            #expect(list.failures.last?.subject == .wallet(address: address))
        }
    }

    private static func buyThree(_ bench: Bench) async throws -> [String] {
        try await bench.control.settings(["pageSize": 2])
        var bought: [String] = []
        for _ in 0..<3 { bought.append(try await bench.buy().uid) }
        return bought
    }
}
