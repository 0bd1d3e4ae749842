public import AnybillAPI

// Names of the versions before 2.0. They do not work any more; the compiler says what has taken their place.

/// Receipts were called bills.
@available(*, unavailable, renamed: "Receipt")
public typealias Bill = Receipt

/// All kinds of receipts are one type now.
@available(*, unavailable, renamed: "Receipt", message: "All kinds of bills are one type, Receipt, since 2.0.")
public typealias AnybillBill = Receipt

/// All kinds of receipts are one type now.
@available(*, unavailable, renamed: "Receipt", message: "All kinds of bills are one type, Receipt, since 2.0.")
public typealias ScannedBill = Receipt

/// All kinds of receipts are one type now.
@available(*, unavailable, renamed: "Receipt", message: "All kinds of bills are one type, Receipt, since 2.0.")
public typealias BillBase = Receipt

/// The provider of receipts was called after bills.
@available(*, unavailable, renamed: "ReceiptProvider")
public typealias BillProvider = ReceiptProvider

extension Receipt {
    /// The mark has moved to ``Receipt/misc``.
    @available(*, unavailable, renamed: "misc.isFavourite")
    public var isFavourite: Bool { misc.isFavourite }
}
