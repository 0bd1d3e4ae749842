import AnybillAPI
import Foundation

@testable import AnybillBase

/// A model of the service: the receipts of one user.
struct ModelServer: Sendable {
    private(set) var receipts: [String: Receipt] = [:]
    /// A number in each token; tokens with another number are refused.
    var tokenVersion = 1

    init(count: Int) {
        for number in 0..<count { add(makeReceipt("r\(number)", minute: number)) }
    }

    /// The receipts in the order of a query.
    func list(_ direction: OrderDirection = .descending) -> [Receipt] {
        let sorted = receipts.values.sorted { ($0.head.date, $0.id) < ($1.head.date, $1.id) }
        return direction == .ascending ? sorted : sorted.reversed()
    }

    mutating func add(_ receipt: Receipt) { receipts[receipt.id] = receipt }

    mutating func change(_ id: String, _ change: (inout Receipt) -> Void) {
        guard var receipt = receipts[id] else { return }
        change(&receipt)
        receipts[id] = receipt
    }

    mutating func remove(_ id: String) { receipts[id] = nil }

    func page(_ request: PageRequest) -> Result<LoadedPage, CallFault> {
        var rest = list(request.orderDirection)[...]
        if let token = request.continuationToken {
            let parts = token.split(separator: "|").map(String.init)
            guard parts.count == 3, parts[0] == "\(tokenVersion)", let seconds = Double(parts[1]) else {
                return .failure(CallFault(.refused, AnybillDefaultError(type: .genericError, code: 400)))
            }
            let last = (Date(timeIntervalSince1970: seconds), parts[2])
            rest = rest.drop { receipt in
                let key = (receipt.head.date, receipt.id)
                return request.orderDirection == .ascending ? key <= last : key >= last
            }
        }
        let page = Array(rest.prefix(request.take))
        let isLast = page.count == rest.count
        let token = page.last.map { "\(tokenVersion)|\($0.head.date.timeIntervalSince1970)|\($0.id)" }
        return .success(
            LoadedPage(receipts: page, totalCount: receipts.count, continuationToken: isLast ? nil : token)
        )
    }

    func receipt(_ id: String) -> Result<Receipt, CallFault> {
        receipts[id].map { .success($0) } ?? .failure(.gone)
    }

    mutating func perform(_ change: ReceiptChange, _ ids: [String]) -> EditResult {
        let id = ids.first ?? ""
        switch change {
        case .favourite:
            self.change(id) { $0.misc.isFavourite.toggle() }
        case .note(let text):
            self.change(id) { $0.misc.note = text.isEmpty ? nil : text }
        case .deletion(isBatch: false):
            return receipts.removeValue(forKey: id) == nil ? .fault(.gone) : .deleted
        case .deletion(isBatch: true):
            let failed = ids.filter { receipts.removeValue(forKey: $0) == nil }
            if failed.isEmpty { return .deleted }
            return .partlyDeleted(failed: failed, DeleteReceiptsError(failedReceipts: failed))
        }
        return receipts[id].map { .receipt($0) } ?? .fault(.gone)
    }
}
