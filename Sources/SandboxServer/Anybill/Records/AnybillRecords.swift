import AnybillAPI

/// All that the sandbox's Anybill knows.
struct AnybillRecords: Sendable {
    /// Users by id.
    private(set) var accounts: [String: AnybillAccount] = [:]

    private var idsByExternalID: [String: String] = [:]
    private var receipts: [String: StoredReceipt] = [:]
    // Kept sorted, oldest first, so that a page costs no sorting however many receipts there are.
    private var order: [String: [ReceiptPlace]] = [:]

    // MARK: - Users

    /// The user with one of the two ids; `nil` when there is none.
    func account(externalID: String) -> AnybillAccount? { idsByExternalID[externalID].flatMap { accounts[$0] } }

    /// The user with an e-mail address, in any case.
    func account(email: String) -> AnybillAccount? {
        accounts.values.first { !$0.email.isEmpty && $0.email.lowercased() == email.lowercased() }
    }

    /// Adds a user, or replaces the one with the same id.
    mutating func save(_ account: AnybillAccount) {
        accounts[account.id] = account
        if let externalID = account.externalID { idsByExternalID[externalID] = account.id }
    }

    /// Removes a user with all receipts.
    ///
    /// - Returns: Whether there was one.
    mutating func removeAccount(_ id: String) -> Bool {
        guard let account = accounts.removeValue(forKey: id) else { return false }
        if let externalID = account.externalID { idsByExternalID[externalID] = nil }
        for place in order.removeValue(forKey: id) ?? [] { receipts[place.id] = nil }
        return true
    }

    // MARK: - Receipts

    /// Any receipt; `nil` when there is none.
    func receipt(_ id: String) -> StoredReceipt? { receipts[id] }

    /// A user's receipt; `nil` when there is none, or when it is somebody else's.
    func receipt(_ id: String, of owner: String) -> StoredReceipt? {
        receipts[id].flatMap { $0.owner == owner ? $0 : nil }
    }

    /// Adds a receipt, or replaces the one with the same id.
    mutating func save(_ stored: StoredReceipt) {
        remove(stored.receipt.id)
        receipts[stored.receipt.id] = stored
        guard let owner = stored.owner else { return }
        let index = order[owner, default: []].firstIndex(notBelow: stored.place)
        order[owner, default: []].insert(stored.place, at: index)
    }

    /// Removes a receipt.
    ///
    /// - Returns: The receipt removed; `nil` when there was none.
    @discardableResult
    mutating func remove(_ id: String) -> StoredReceipt? {
        guard let stored = receipts.removeValue(forKey: id) else { return nil }
        guard let owner = stored.owner, let places = order[owner] else { return stored }
        let index = places.firstIndex(notBelow: stored.place)
        if places.indices.contains(index), places[index] == stored.place { order[owner]?.remove(at: index) }
        return stored
    }

    /// How many receipts a user has.
    func count(of owner: String) -> Int { order[owner]?.count ?? 0 }

    /// A stretch of a user's receipts.
    ///
    /// - Parameters:
    ///   - owner: The user.
    ///   - isAscending: Whether the oldest comes first.
    ///   - place: The last receipt before the stretch; it may be gone by now. `nil` starts at the beginning.
    ///   - count: Most receipts to give.
    /// - Returns: The receipts, and whether more follow.
    func page(
        of owner: String,
        isAscending: Bool,
        after place: ReceiptPlace?,
        count: Int
    ) -> (receipts: [StoredReceipt], hasMore: Bool) {
        let places = order[owner] ?? []
        let rest: ArraySlice<ReceiptPlace>
        if isAscending {
            rest = places[places.firstIndex(above: place)...]
        } else {
            rest = places[..<(place.map { places.firstIndex(notBelow: $0) } ?? places.count)]
        }
        let taken = isAscending ? Array(rest.prefix(count)) : rest.suffix(count).reversed()
        return (taken.compactMap { receipts[$0.id] }, rest.count > count)
    }
}

extension [ReceiptPlace] {
    /// Index of the first place that is not below another; the count when all are.
    fileprivate func firstIndex(notBelow place: ReceiptPlace) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Index of the first place above another; 0 without another.
    fileprivate func firstIndex(above place: ReceiptPlace?) -> Int {
        guard let place else { return 0 }
        let index = firstIndex(notBelow: place)
        return index < count && self[index] == place ? index + 1 : index
    }
}
