import AnybillAPI
import Foundation

/// The validation of bills before they are stored.
enum BillCheck {
    /// Returns messages by the name of the property; empty for a valid bill.
    static func errors(in request: AddBillRequest) -> [String: [String]] {
        let data = request.bill.data
        var errors: [String: [String]] = [:]
        if request.storeId.isEmpty { errors["storeId"] = ["The field storeId is required."] }
        if data.currency.count != 3 { errors["bill.data.currency"] = ["The field must be a code of three letters."] }
        if let user = request.userIdentification, count(user) != 1 {
            errors["userIdentification"] = ["Exactly one of userId, externalId and loyaltyCardId is required."]
        }
        if Set(data.vatAmounts.map(\.percentage)).count != data.vatAmounts.count {
            errors["bill.data.vatAmounts"] = ["Each rate may occur once."]
        } else if data.anybill?.disableVatAmountsValidation != true, !vatFits(data) {
            errors["bill.data.vatAmounts"] = ["The amounts per rate do not add up to the total."]
        }
        return errors
    }

    private static func count(_ user: UserIdentification) -> Int {
        [user.userId, user.externalId, user.loyaltyCardId].compactMap { $0 }.count
    }

    /// Returns whether the amounts per tax rate add up to the total, with or without the tip.
    ///
    /// Returns `true` if some amounts are missing.
    private static func vatFits(_ data: VendorBillData) -> Bool {
        let amounts = data.vatAmounts.compactMap(\.inclVat)
        guard !amounts.isEmpty, amounts.count == data.vatAmounts.count else { return true }
        let sum = amounts.reduce(0, +)
        return sum == data.fullAmountInclVat || sum + (data.anybill?.tip ?? 0) == data.fullAmountInclVat
    }
}
