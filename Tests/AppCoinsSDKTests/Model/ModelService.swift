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
        var consumptions = 0
    }

    /// The mutable state of the model.
    struct State: Sendable {
        var sales: [Sale] = []
        var now = Date(timeIntervalSince1970: 1_750_000_000)
        /// The tokens and orders of the reports, in order.
        var reports: [(token: String, order: String?)] = []
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

    /// Returns the response to a request.
    func respond(to request: TransportRequest) -> (status: Int, body: [UInt8]) {
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
            guard bearer.hasPrefix("0x") else { return problem(401) }
            return json(
                ["address": .string(bearer), "auth_token": .string(bearer), "refresh_token": .string(bearer)]
            )
        case ("public-key", _): return json(.string(ModelSigner.publicKey))
        case ("record", _): return record(request)
        case ("purchases", "consumable"): return list(bearer, query)
        case (let uid, "purchases") where parts.contains("consumable"):
            guard let sale = sale(uid, of: bearer) else { return problem(404) }
            return json(JSONValue(ModelSigner.record(sale)))
        case ("acknowledge", let uid): return advance(uid, bearer, .acknowledged)
        case ("consume", let uid): return advance(uid, bearer, .consumed)
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

    private func advance(_ uid: String, _ bearer: String, _ target: PurchaseState) -> (status: Int, body: [UInt8]) {
        state.withLock { state in
            guard let index = state.sales.firstIndex(where: { $0.uid == uid && $0.wallet == bearer }) else {
                return problem(404)
            }
            if state.sales[index].isRefunded { return problem(409) }
            if target == .consumed {
                state.sales[index].state = .consumed
                state.sales[index].consumptions += 1
            } else if state.sales[index].state == .pending {
                state.sales[index].state = .acknowledged
            }
            return (204, [])
        }
    }

    private func record(_ request: TransportRequest) -> (status: Int, body: [UInt8]) {
        guard case .bytes(let bytes)? = request.body,
            let report = try? JSONCoding.decode(ExternalPurchaseReport.self, from: bytes)
        else { return problem(400) }
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

    /// Returns the signed record of a sale.
    static func record(_ sale: ModelService.Sale) -> PurchaseRecord {
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
            verification: SignedPurchaseData(type: .google, data: text, signature: signature(text)),
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
