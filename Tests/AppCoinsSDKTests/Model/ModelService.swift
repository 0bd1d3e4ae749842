import APIRuntime
import AppCoinsAPI
import Crypto
import CryptoExtras
import Foundation
import HTTPTypes

/// A model of the service in memory, fast enough for thousands of runs.
final class ModelService: Sendable {
    /// A purchase in the model's records.
    struct Sale: Sendable {
        let uid: String
        let orderUID: String
        let sku: String
        let payload: String
        let reference: String
        let wallet: String
        let paid: Date
        var state = PurchaseState.pending
        var isRefunded = false
        var acknowledgements = 0
        /// The number of consumptions by device.
        var consumptions: [String: Int] = [:]
    }

    /// A report whose confirmation one life of a process has received.
    struct Receipt: Sendable, Hashable {
        let life: UUID
        let token: String
        let order: String?
    }

    /// The mutable state of the model.
    struct State: Sendable {
        var sales: [Sale] = []
        var now = Date(timeIntervalSince1970: 1_750_000_000)
        /// Whether the service refuses the tokens of users, as in an outage of its wallet service.
        var isRefusingUsers = false
        /// The tokens and orders of the reports, in order.
        var reports: [(token: String, order: String?)] = []
        /// The number of confirmations that reached a process, by report.
        var receipts: [Receipt: Int] = [:]
    }

    let state = LockedState(State())

    /// The address of a guest or user.
    static func address(_ name: String) -> String { "0x\(name)" }

    /// Pays an order.
    func pay(sku: String, payload: String, reference: String, wallet: String) -> Sale {
        state.withLock { state in
            let number = state.sales.count + 1
            let sale = Sale(
                uid: "catappult.inapp.purchase.\(number)",
                orderUID: "ORDER\(number)",
                sku: sku,
                payload: payload,
                reference: reference,
                wallet: wallet,
                paid: state.now
            )
            state.sales.append(sale)
            return sale
        }
    }

    /// The sales, oldest first.
    var sales: [Sale] { state.withLock { $0.sales } }

    /// The sales that are neither consumed nor refunded.
    var unfinished: [Sale] { sales.filter { $0.state != .consumed && !$0.isRefunded } }

    /// Returns the response to a request of a device.
    func respond(to request: TransportRequest, of device: String) -> (status: Int, body: [UInt8]) {
        let components = URLComponents(string: request.url)
        let parts = (components?.path ?? "").split(separator: "/").map(String.init)
        let query = Dictionary(
            (components?.queryItems ?? []).map { ($0.name, $0.value ?? "") },
            uniquingKeysWith: { first, _ in first }
        )
        let bearer = request.head.headerFields[.authorization].map { String($0.dropFirst("Bearer ".count)) } ?? ""
        switch (parts.last ?? "", parts.dropLast().last ?? "") {
        case ("attribution", _): return json(["guest_uid": .string(query["package_name"] ?? "")])
        case ("guest_wallet", _):
            let address = Self.address(query["id"] ?? "")
            return json(["address": .string(address), "ewt": .string(address)])
        case ("user_wallet", _):
            guard bearer.hasPrefix("0x"), !state.withLock({ $0.isRefusingUsers }) else { return problem(401) }
            return json(
                ["address": .string(bearer), "auth_token": .string(bearer), "refresh_token": .string(bearer)]
            )
        case ("public-key", _): return json(.string(ModelSigner.publicKey))
        case ("record", _): return record(request)
        case ("purchases", "consumable"): return list(bearer, query)
        case (let uid, "purchases") where parts.contains("consumable"):
            guard let sale = sale(uid, of: bearer) else { return problem(404) }
            return json(JSONValue(ModelSigner.record(sale)))
        case ("acknowledge", let uid): return advance(uid, bearer, .acknowledged, device)
        case ("consume", let uid): return advance(uid, bearer, .consumed, device)
        case (let uid, "purchases"):
            guard let sale = sales.first(where: { $0.uid == uid }) else { return problem(404) }
            return json(serverRecord(sale))
        case (let uid, "transactions"):
            guard let sale = sales.first(where: { "T-\($0.uid)" == uid }) else { return problem(404) }
            return json(["uid": .string(uid), "status": "COMPLETED", "reference": .string(sale.reference)])
        default: return problem(404)
        }
    }

    private func list(_ bearer: String, _ query: [String: String]) -> (status: Int, body: [UInt8]) {
        guard bearer.hasPrefix("0x") else { return problem(401) }
        let states = query["state"].map { Set($0.split(separator: ",").map(String.init)) }
        let items = sales.reversed().filter { sale in
            sale.wallet == bearer && query["sku"].map { $0 == sale.sku } ?? true
                && states.map { $0.contains(sale.state.rawValue) && !sale.isRefunded } ?? true
        }
        return json(["items": .array(items.map { JSONValue(ModelSigner.record($0)) }), "next": .null])
    }

    private func sale(_ uid: String, of wallet: String) -> Sale? {
        sales.first { $0.uid == uid && $0.wallet == wallet }
    }

    private func advance(
        _ uid: String,
        _ bearer: String,
        _ target: PurchaseState,
        _ device: String
    ) -> (status: Int, body: [UInt8]) {
        state.withLock { state in
            guard let index = state.sales.firstIndex(where: { $0.uid == uid && $0.wallet == bearer }) else {
                return problem(404)
            }
            if state.sales[index].isRefunded { return problem(409) }
            if target == .consumed {
                state.sales[index].state = .consumed
                state.sales[index].consumptions[device, default: 0] += 1
            } else {
                if state.sales[index].state == .pending { state.sales[index].state = .acknowledged }
                state.sales[index].acknowledgements += 1
            }
            return (204, [])
        }
    }

    /// Records that a process has received the confirmation of a report.
    func confirm(_ request: TransportRequest, of life: UUID) {
        guard request.url.hasSuffix("/reports/record"), let report = Self.report(request) else { return }
        let receipt = Receipt(
            life: life,
            token: report.token.externalPurchaseID,
            order: report.transaction?.uid
        )
        state.withLock { $0.receipts[receipt, default: 0] += 1 }
    }

    private static func report(_ request: TransportRequest) -> ExternalPurchaseReport? {
        guard case .bytes(let bytes)? = request.body else { return nil }
        return try? JSONCoding.decode(ExternalPurchaseReport.self, from: bytes)
    }

    private func record(_ request: TransportRequest) -> (status: Int, body: [UInt8]) {
        guard let report = Self.report(request) else { return problem(400) }
        state.withLock { $0.reports.append((report.token.externalPurchaseID, report.transaction?.uid)) }
        return (200, Array("{}".utf8))
    }

    private func serverRecord(_ sale: Sale) -> JSONValue {
        [
            "uid": .string(sale.uid), "sku": .string(sale.sku), "type": "CONSUMABLE", "status": "COMPLETED",
            "state": .string(sale.state.rawValue),
            "order": ["uid": .string(sale.orderUID), "reference": .string("T-\(sale.uid)")],
        ]
    }

    private func json(_ value: JSONValue) -> (status: Int, body: [UInt8]) { (200, JSONCoding.encode(value)) }

    private func problem(_ status: Int) -> (status: Int, body: [UInt8]) {
        (status, JSONCoding.encode(["code": "Problem"] as JSONValue))
    }
}

/// The signatures of the model's app.
enum ModelSigner {
    /// The bundle identifier of the model's app.
    static let domain = "com.example.model"

    private static let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048)
    private static let signatures = LockedState<[String: String]>([:])

    /// The public key in the service's format.
    static var publicKey: String { key?.publicKey.pemRepresentation ?? "" }

    /// Returns the record of a sale, signed unless nothing verifies it.
    static func record(_ sale: ModelService.Sale, signed isSigned: Bool = true) -> PurchaseRecord {
        let data = PurchaseVerificationData(
            orderId: sale.orderUID,
            packageName: domain,
            productId: sale.sku,
            purchaseTime: Int(sale.paid.timeIntervalSince1970 * 1000),
            purchaseToken: sale.uid,
            purchaseState: sale.isRefunded ? 1 : 0,
            developerPayload: sale.payload
        )
        let text = String(decoding: JSONCoding.encode(data), as: UTF8.self)
        return PurchaseRecord(
            uid: sale.uid,
            sku: sale.sku,
            state: sale.state,
            orderUid: sale.orderUID,
            created: "2026-01-01T00:00:00Z",
            verification: SignedPurchaseData(type: .google, data: text, signature: isSigned ? signature(text) : "QQ=="),
            payload: sale.payload
        )
    }

    private static func signature(_ text: String) -> String {
        signatures.withLock { known in
            if let signature = known[text] { return signature }
            let digest = Insecure.SHA1.hash(data: Data(text.utf8))
            let signature = try? key?.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation
            known[text] = signature?.base64EncodedString() ?? ""
            return known[text] ?? ""
        }
    }
}
