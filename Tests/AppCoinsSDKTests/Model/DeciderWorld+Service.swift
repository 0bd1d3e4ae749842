import APIRuntime
import AppCoinsAPI
import Foundation

@testable import AppCoinsSDK

extension DeciderWorld {
    // MARK: - The service

    /// The finding of a search.
    enum Finding: Equatable { case sale(String), foreign, absent, unclear }

    mutating func claimed(_ uid: String, _ entry: LedgerEntry, _ index: Int) throws -> Finding {
        guard try fate().isKnown else { return .unclear }
        guard let sale = sales.first(where: { $0.uid == uid }) else { return .absent }
        return match(sale, entry, index)
    }

    mutating func listed(_ entry: LedgerEntry, _ index: Int) throws -> Finding {
        guard try fate().isKnown else { return .unclear }
        for sale in sales where sale.state != .consumed && !sale.isRefunded && sale.sku == entry.sku {
            let finding = match(sale, entry, index)
            if case .sale = finding { return finding }
        }
        return .absent
    }

    /// Compares the latest purchases, also consumed and refunded ones.
    mutating func recent(_ entry: LedgerEntry, _ index: Int) throws -> Finding {
        guard try fate().isKnown else { return .unclear }
        for sale in sales.reversed() where sale.sku == entry.sku && !entry.rejected.contains(sale.uid) {
            let finding = match(sale, entry, index)
            if case .sale = finding { return finding }
            record(.rejected([sale.uid]), entry.id, index)
        }
        return .absent
    }

    func match(_ sale: ModelService.Sale, _ entry: LedgerEntry, _ index: Int) -> Finding {
        let record = Self.record(sale)
        guard let data = PurchaseVerificationData(signedText: record.verification.data) else { return .unclear }
        let taken = devices[index].ledger.taken(besides: entry.id)
        switch OrderMatch(record, data, of: entry, taken: taken, reference: .known(sale.reference)) {
        case .same: return .sale(sale.uid)
        case .other: return .foreign
        case .unclear: return .unclear
        }
    }

    mutating func reading(
        _ finding: Finding,
        _ entry: LedgerEntry,
        _ index: Int
    ) throws -> PurchaseMachine.Reading {
        switch finding {
        case .foreign: return .foreign
        case .absent:
            record(.absent, of: entry.id, index)
            return .absent
        case .unclear:
            record(.failed(.look), of: entry.id, index)
            return .unreadable
        case .sale(let uid):
            guard let sale = sales.first(where: { $0.uid == uid }) else { return .unreadable }
            let stored = record(.found(payment(sale, index)), of: entry.id, index)
            _ = try fate()
            guard stored?.payment?.uid == uid else { return .unreadable }
            if sale.isRefunded { return .delivered }
            return .genuine(try Purchase(Self.record(sale), walletAddress: nil, billing: nil))
        }
    }

    func payment(_ sale: ModelService.Sale, _ index: Int) -> LedgerEntry.Payment {
        LedgerEntry.Payment(
            uid: sale.uid,
            orderUID: sale.orderUID,
            address: sale.wallet,
            isVerified: true,
            found: time(index),
            state: sale.state.rawValue,
            isRefunded: sale.isRefunded
        )
    }

    mutating func advance(_ uid: String, _ duty: LedgerEntry.Duty, _ id: String, _ index: Int) throws {
        let (isDone, isKnown) = try fate()
        if isDone, let sale = sales.firstIndex(where: { $0.uid == uid }) {
            guard !sales[sale].isRefunded else {
                return record(.observed(state: "PENDING", isRefunded: true), id, index)
            }
            if duty == .finish {
                sales[sale].state = .consumed
            } else if sales[sale].state == .pending {
                sales[sale].state = .acknowledged
            }
        }
        _ = try fate()
        record(isKnown ? .confirmed(duty) : .failed(duty), id, index)
    }

    // MARK: - The ledger

    @discardableResult
    mutating func record(_ event: LedgerEntry.Event, of id: String, _ index: Int) -> LedgerEntry? {
        devices[index].ledger.record(event, of: id, at: time(index))
    }

    mutating func record(_ event: LedgerEntry.Event, _ id: String, _ index: Int) {
        _ = devices[index].ledger.record(event, of: id, at: time(index))
    }

    mutating func pass(_ index: Int, all: Bool) throws {
        for entry in devices[index].ledger.entries where entry.id != devices[index].entry?.id {
            var done: Set<LedgerEntry.Duty> = []
            while let current = devices[index].ledger[entry.id],
                let duty = current.dueDuties(at: time(index), all: all).first(where: { !done.contains($0) })
            {
                done.insert(duty)
                try perform(duty, current, index)
            }
        }
    }

    mutating func perform(_ duty: LedgerEntry.Duty, _ entry: LedgerEntry, _ index: Int) throws {
        let sale = entry.payment.flatMap { payment in sales.first { $0.uid == payment.uid } }
        switch duty {
        case .look:
            var finding = Finding.absent
            for uid in entry.claims.reversed() {
                finding = try claimed(uid, entry, index)
                if case .sale = finding { break }
            }
            if finding == .foreign || finding == .absent { finding = try listed(entry, index) }
            if finding == .foreign || finding == .absent { finding = try recent(entry, index) }
            if case .sale(let uid) = finding, let sale = sales.first(where: { $0.uid == uid }) {
                record(.found(payment(sale, index)), entry.id, index)
            } else {
                record(finding == .unclear ? .failed(.look) : .absent, entry.id, index)
            }
        case .watch:
            guard try fate().isKnown, let sale else { return record(.failed(.watch), entry.id, index) }
            record(.observed(state: sale.state.rawValue, isRefunded: sale.isRefunded), entry.id, index)
        case .acknowledge, .finish:
            guard let sale else { return record(.failed(duty), entry.id, index) }
            try advance(sale.uid, duty, entry.id, index)
        case .reportToken, .reportOrder, .reportRefund:
            let (isDone, isKnown) = try fate()
            if isDone, let token = entry.token, let order = entry.payment?.orderUID {
                reports.append((token.externalPurchaseID, order))
            }
            record(isKnown ? .confirmed(duty) : .failed(duty), entry.id, index)
        }
    }
}
