import AnybillAPI

/// The records of the sandbox's Anybill.
struct AnybillRecords: Sendable {
    /// The users by ID.
    private(set) var accounts: [String: AnybillAccount] = [:]

    private var idsByExternalID: [String: String] = [:]
    private var receipts: [String: StoredReceipt] = [:]
    // Sorted with the oldest first, so that a page needs no sorting, regardless of the number of receipts.
    private var order: [String: [ReceiptPlace]] = [:]

    // MARK: - Users

    /// Returns the user with a partner's ID, or `nil` if there is none.
    func account(externalID: String) -> AnybillAccount? { idsByExternalID[externalID].flatMap { accounts[$0] } }

    /// Returns the user with an email address, ignoring letter case.
    func account(email: String) -> AnybillAccount? {
        accounts.values.first { !$0.email.isEmpty && $0.email.lowercased() == email.lowercased() }
    }

    /// Adds a user, or replaces the one with the same ID.
    mutating func save(_ account: AnybillAccount) {
        accounts[account.id] = account
        if let externalID = account.externalID { idsByExternalID[externalID] = account.id }
    }

    /// Removes a user with all receipts.
    ///
    /// - Returns: Whether the user existed.
    mutating func removeAccount(_ id: String) -> Bool {
        guard let account = accounts.removeValue(forKey: id) else { return false }
        if let externalID = account.externalID { idsByExternalID[externalID] = nil }
        for place in order.removeValue(forKey: id) ?? [] { receipts[place.id] = nil }
        return true
    }

    // MARK: - Receipts

    /// Returns a receipt of any owner, or `nil` if it does not exist.
    func receipt(_ id: String) -> StoredReceipt? { receipts[id] }

    /// Returns a user's receipt, or `nil` if it does not exist or belongs to another user.
    func receipt(_ id: String, of owner: String) -> StoredReceipt? {
        receipts[id].flatMap { $0.owner == owner ? $0 : nil }
    }

    /// Adds a receipt, or replaces the one with the same ID.
    mutating func save(_ stored: StoredReceipt) {
        remove(stored.receipt.id)
        receipts[stored.receipt.id] = stored
        guard let owner = stored.owner else { return }
        let index = order[owner, default: []].firstIndex(notBelow: stored.place)
        order[owner, default: []].insert(stored.place, at: index)
    }

    /// Removes a receipt.
    ///
    /// - Returns: The removed receipt; `nil` if it did not exist.
    @discardableResult
    mutating func remove(_ id: String) -> StoredReceipt? {
        guard let stored = receipts.removeValue(forKey: id) else { return nil }
        guard let owner = stored.owner, let places = order[owner] else { return stored }
        let index = places.firstIndex(notBelow: stored.place)
        if places.indices.contains(index), places[index] == stored.place { order[owner]?.remove(at: index) }
        return stored
    }

    /// Returns the number of a user's receipts.
    func count(of owner: String) -> Int { order[owner]?.count ?? 0 }

    /// Returns a range of a user's receipts.
    ///
    /// - Parameters:
    ///   - owner: The user.
    ///   - isAscending: Whether the oldest receipt is first.
    ///   - place: The last receipt before the range, which may have been deleted; `nil` starts at the beginning.
    ///   - count: The maximum number of receipts.
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
    /// Returns the index of the first position that is not less than another one, or the count if all are less.
    fileprivate func firstIndex(notBelow place: ReceiptPlace) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the index of the first position greater than another one, or 0 if there is no other one.
    fileprivate func firstIndex(above place: ReceiptPlace?) -> Int {
        guard let place else { return 0 }
        let index = firstIndex(notBelow: place)
        return index < count && self[index] == place ? index + 1 : index
    }
}
