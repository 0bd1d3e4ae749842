import AnybillAPI
import APIRuntime
import APIServer
import Foundation

extension AnybillService: PanelSource {
    var panelName: String { "anybill" }

    /// The users with their newest receipts.
    var panelState: JSONValue {
        let users = environment.store.withLock { records in
            records.accounts.values.sorted { $0.id < $1.id }.map { account -> JSONValue in
                let newest = records.page(of: account.id, isAscending: false, after: nil, count: 5).receipts
                return [
                    "id": .string(account.id), "name": .string(account.externalID ?? account.id),
                    "pushTokens": .number(JSONNumber(account.pushTokens.count)),
                    "count": .number(JSONNumber(records.count(of: account.id))),
                    "receipts": .array(newest.map(\.summary)),
                ]
            }
        }
        return ["users": .array(users)]
    }

    /// Adds the panel's control operations: a new receipt of a user, and the push message for the newest one.
    func addPanelRoutes(to routes: ServerRoutes) {
        let service = self
        routes.raw("sandbox.addReceipt", .post, "/sandbox/anybill/receipts") { input in
            guard let added = service.addReceipt(to: try input.json(JSONValue.self)["user"]?.string) else {
                throw RawServerResponse.empty(404)
            }
            return .json(["id": .string(added)] as JSONValue, 201)
        }
        routes.raw("sandbox.push", .post, "/sandbox/anybill/push") { input in
            guard let message = service.push(to: try input.json(JSONValue.self)["user"]?.string) else {
                throw RawServerResponse.empty(404)
            }
            return .json(message)
        }
    }
}

extension AnybillService {
    /// Adds a receipt with the current time, and announces it to the webhook.
    ///
    /// - Parameter user: The ID of the user; `nil` adds it to the predefined one.
    /// - Returns: The ID of the receipt; `nil` if there is no such user.
    fileprivate func addReceipt(to user: String?) -> String? {
        let owner = user ?? credentials.user.id
        guard environment.store.withLock({ $0.accounts[owner] }) != nil else { return nil }
        let stream = "anybill.panel.\(environment.identifiers.hex(8))"
        var maker = ReceiptMaker(random: core.random(stream), owner: owner, end: core.clock.now)
        guard var added = maker.receipts(1).first else { return nil }
        added.receipt.head.date = core.clock.now
        let stored = added
        environment.store.withLock { $0.save(stored) }
        environment.announce(stored)
        return stored.receipt.id
    }

    /// Announces the newest receipt of a user to the webhook again.
    ///
    /// - Parameter user: The ID of the user; `nil` means the predefined one.
    /// - Returns: The push message that the service would send to the user's devices; `nil` without a receipt.
    fileprivate func push(to user: String?) -> JSONValue? {
        let owner = user ?? credentials.user.id
        let newest = environment.store.withLock {
            $0.page(of: owner, isAscending: false, after: nil, count: 1).receipts.first
        }
        guard let newest else { return nil }
        environment.announce(newest)
        return [
            "aps": ["alert": ["title": "New receipt", "body": .string(newest.receipt.head.seller?.name ?? "")]],
            "data": ["type": "newBill", "receipt_id": .string(newest.receipt.id)],
        ]
    }
}

extension StoredReceipt {
    fileprivate var summary: JSONValue {
        [
            "id": .string(receipt.id), "shop": .string(receipt.head.seller?.name ?? storeID),
            "amount": .string("\(receipt.data.fullAmountInclVat)"), "date": .string(receipt.head.date.ISO8601Format()),
        ]
    }
}
