import Foundation

/// A position in a list of receipts, bound to the user and the sort direction for which it was issued.
struct ContinuationToken: Hashable, Sendable {
    /// The user.
    let user: String

    /// Whether the oldest receipt is first.
    let isAscending: Bool

    /// The last receipt returned.
    let place: ReceiptPlace

    init(user: String, isAscending: Bool, place: ReceiptPlace) {
        self.user = user
        self.isAscending = isAscending
        self.place = place
    }

    /// Creates a position from a token, or returns `nil` if the token is invalid.
    init?(text: String) {
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        let padded = base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4)
        guard let data = Data(base64Encoded: padded) else { return nil }
        let fields = String(decoding: data, as: UTF8.self).split(separator: "|")
        guard fields.count == 4, let bits = UInt64(fields[2], radix: 16), ["up", "down"].contains(fields[1]) else {
            return nil
        }
        user = String(fields[0])
        isAscending = fields[1] == "up"
        // Uses the bits of the date, because a decimal form could shift the position by a fraction of a second.
        let date = Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
        place = ReceiptPlace(date: date, id: String(fields[3]))
    }

    /// The token, which needs no encoding in a query.
    var text: String {
        let bits = String(place.date.timeIntervalSinceReferenceDate.bitPattern, radix: 16)
        let fields = [user, isAscending ? "up" : "down", bits, place.id]
        return Data(fields.joined(separator: "|").utf8).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
