public import AnybillAPI

/// A receipt, with everything the app may show.
public typealias Receipt = AnybillAPI.Receipt

/// One page of receipts: the receipts, the total of the user, and the token of the next page.
public typealias ContinuationReceiptList = AnybillAPI.ContinuationReceiptList

/// The signed-in user.
public typealias AnybillUser = AnybillAPI.AnybillUser

/// What the user wants to be told.
public typealias NotificationConfiguration = AnybillAPI.NotificationConfiguration

/// Tokens that a partner's backend issued for a user.
public typealias TokenUser = AnybillAPI.TokenUser

/// What a list of receipts is ordered by.
public typealias OrderBy = AnybillAPI.OrderBy

/// The direction of a list of receipts.
public typealias OrderDirection = AnybillAPI.OrderDirection

/// Extra material that a merchant shows with a receipt.
public typealias ContentArea = AnybillAPI.ContentArea

extension Receipt {
    /// What the user added to a receipt, and what the shop prints around it.
    public typealias Misc = AnybillAPI.Misc
}

extension OrderBy {
    /// By the time of issue, as the documentation spells it.
    public static let Date = OrderBy.date
}

extension OrderDirection {
    /// Oldest first, as the documentation spells it.
    public static let Ascending = OrderDirection.ascending

    /// Newest first, as the documentation spells it.
    public static let Descending = OrderDirection.descending
}
