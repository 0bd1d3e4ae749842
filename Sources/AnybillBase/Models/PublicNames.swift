public import AnybillAPI

/// A receipt with all the data that an app may show.
public typealias Receipt = AnybillAPI.Receipt

/// A page of receipts: the receipts, the user's total, and the token of the next page.
public typealias ContinuationReceiptList = AnybillAPI.ContinuationReceiptList

/// The signed-in user.
public typealias AnybillUser = AnybillAPI.AnybillUser

/// The user's notification settings.
public typealias NotificationConfiguration = AnybillAPI.NotificationConfiguration

/// Tokens that a partner's backend issued for a user.
public typealias TokenUser = AnybillAPI.TokenUser

/// The property by which a list of receipts is sorted.
public typealias OrderBy = AnybillAPI.OrderBy

/// The direction in which a list of receipts is sorted.
public typealias OrderDirection = AnybillAPI.OrderDirection

/// Additional content that a merchant shows with a receipt.
public typealias ContentArea = AnybillAPI.ContentArea

extension Receipt {
    /// The user's additions to a receipt, and the strings that the shop prints around it.
    public typealias Misc = AnybillAPI.Misc
}

extension OrderBy {
    /// The date of issue, as the service's documentation spells it.
    public static let Date = OrderBy.date
}

extension OrderDirection {
    /// The oldest receipts first, as the service's documentation spells it.
    public static let Ascending = OrderDirection.ascending

    /// The newest receipts first, as the service's documentation spells it.
    public static let Descending = OrderDirection.descending
}
