public import AnybillAPI

// Names of versions before 2.0. They are unavailable; the compiler suggests the replacement.

/// The former name of ``Receipt``.
@available(*, unavailable, renamed: "Receipt")
public typealias Bill = Receipt

/// A former kind of receipt; all kinds are now one type.
@available(*, unavailable, renamed: "Receipt", message: "All kinds of bills are one type, Receipt, since 2.0.")
public typealias AnybillBill = Receipt

/// A former kind of receipt; all kinds are now one type.
@available(*, unavailable, renamed: "Receipt", message: "All kinds of bills are one type, Receipt, since 2.0.")
public typealias ScannedBill = Receipt

/// A former kind of receipt; all kinds are now one type.
@available(*, unavailable, renamed: "Receipt", message: "All kinds of bills are one type, Receipt, since 2.0.")
public typealias BillBase = Receipt

/// The former name of ``ReceiptProvider``.
@available(*, unavailable, renamed: "ReceiptProvider")
public typealias BillProvider = ReceiptProvider

extension Receipt {
    /// The favorite flag, which has moved to ``Receipt/misc``.
    @available(*, unavailable, renamed: "misc.isFavourite")
    public var isFavourite: Bool { misc.isFavourite }
}
