import AppCoinsAPI
import Foundation
import Testing

@testable import AppCoinsSDK

// Links, which any web page can open.
extension PurchaseMachineTests {
    @Test("a link that the service does not confirm leaves the checkout open; an honest result still counts")
    func forgedLink() throws {
        for reading in [PurchaseMachine.Reading.foreign, .absent] {
            var machine = PurchaseMachine()
            #expect(Self.names(machine.on(.link(Self.paid(wallet: true)))) == ["check"])
            #expect(machine.on(.verified(reading)).isEmpty)
            #expect(Self.names(machine.on(.message(.paid(Self.paid())))) == ["resolve"])
            _ = machine.on(.verified(.genuine(try Self.purchase(state: .pending))))
            #expect(Self.result(machine.on(.acknowledged(nil))) == "verified")
        }
    }

    @Test("a failure link leaves the checkout open; a payment after it counts, and closing the sheet reports its error")
    func failureLink() throws {
        var machine = PurchaseMachine()
        #expect(machine.on(.linkFailed(.network)).isEmpty)
        #expect(Self.names(machine.on(.message(.paid(Self.paid())))) == ["resolve"])
        _ = machine.on(.verified(.genuine(try Self.purchase(state: .pending))))
        #expect(Self.result(machine.on(.acknowledged(nil))) == "verified")
        let url = try #require(URL(string: "https://pay.example/1"))
        for (hasLeft, reading, outline) in [
            (false, PurchaseMachine.Reading.absent, "failed networkError"), (true, .absent, "pending"),
            (false, .unreadable, "pending"), (true, .unreadable, "pending"),
        ] {
            machine = PurchaseMachine()
            if hasLeft { _ = machine.on(.message(.redirect(.external(url)))) }
            #expect(machine.on(.linkFailed(.network)).isEmpty)
            #expect(Self.names(machine.on(.closed)) == ["resolve"])
            #expect(Self.result(machine.on(.verified(reading))) == outline)
        }
    }

    @Test("no text of a failure link, which any web page may have written, reaches the app")
    func failureLinkText() throws {
        var machine = PurchaseMachine()
        _ = machine.on(.linkFailed(.unknown("written by the page")))
        _ = machine.on(.closed)
        guard case .end(.failed(let error)) = machine.on(.verified(.absent)).last else {
            Issue.record("The closed sheet did not end the checkout with the error of the link.")
            return
        }
        #expect(error.type == "unknown")
        #expect(error.debugInfo.message == "Unknown Error")
        #expect(error.debugInfo.description == "A link reported that the checkout has failed.")
        #expect(error.debugInfo.request == nil)
    }

    @Test("a link that the service confirms is a success; one that it cannot decide makes a closed sheet pending")
    func honestLink() throws {
        var machine = PurchaseMachine()
        _ = machine.on(.link(Self.paid()))
        #expect(Self.names(machine.on(.verified(.genuine(try Self.purchase(state: .pending))))) == ["acknowledge"])
        machine = PurchaseMachine()
        _ = machine.on(.link(Self.paid()))
        #expect(machine.on(.verified(.unreadable)).isEmpty)
        #expect(Self.names(machine.on(.closed)) == ["resolve"])
        #expect(Self.result(machine.on(.verified(.absent))) == "pending")
    }
}
