import AnybillAPI

@testable import AnybillBase

/// A store of receipts: the real one in memory, or a model of it, which is faster.
struct ModelStore {
    private let real: UserStore?
    private var model = StoredReceipts()

    /// The number of confirmed changes that the model keeps; few, so that some are missed.
    private static let confirmedLimit = 2

    init(isReal: Bool) throws {
        real = isReal ? try UserStore(partition: "p", folder: nil) : nil
    }

    func load() throws -> StoredReceipts { try real?.load() ?? model }

    /// Writes changes of this context, whose name is empty, or of another one.
    mutating func write(_ write: StoreWrite, owner: String = "") throws {
        if let real { return try real.write(write) }
        if let whole = write.whole { model.rows = whole }
        let moved = Set(write.removed + write.appended.map(\.base.id) + write.inserted.map(\.row.base.id))
        model.rows.removeAll { moved.contains($0.base.id) }
        for row in write.changed {
            guard let index = model.rows.firstIndex(where: { $0.base.id == row.base.id }) else { continue }
            model.rows[index] = row
        }
        model.rows += write.appended
        for (row, former) in write.inserted {
            let index = former.flatMap { id in model.rows.firstIndex { $0.base.id == id } }.map { $0 + 1 } ?? 0
            model.rows.insert(row, at: index)
        }
        if let query = write.query { model.query = query }
        if let log = write.log { model.log = log }
        for var change in write.confirmed {
            change.number = (model.confirmed.last?.number ?? 0) + 1
            change.owner = owner
            model.confirmed = (model.confirmed + [change]).suffix(Self.confirmedLimit)
        }
    }
}
