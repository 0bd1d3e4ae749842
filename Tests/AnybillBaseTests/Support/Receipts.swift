import APIRuntime
import APITesting
import AnybillAPI
import AnybillBase
import Foundation
import HTTPTypes

/// Returns a time on a fictitious day, in minutes.
func minute(_ number: Int) -> Date { Date(timeIntervalSince1970: 1_740_000_000 + Double(number) * 60) }

/// Returns a receipt with the given properties.
func makeReceipt(
    _ id: String,
    minute number: Int = 0,
    store: String = "Markt 12",
    amount: Decimal = Decimal(string: "7.48") ?? 0,
    note: String? = nil,
    isFavourite: Bool = false,
    lines: [Line] = []
) -> Receipt {
    let address = Address(street: "Hauptstr. 5", postalCode: "93047", city: "Regensburg", countryCode: "DEU")
    return Receipt(
        id: id,
        head: Head(date: minute(number), seller: Seller(name: store, address: address)),
        data: ReceiptData(currency: "EUR", fullAmountInclVat: amount, lines: lines),
        misc: Misc(isFavourite: isFavourite, note: note)
    )
}

/// Returns a line for a sold item.
func makeLine(_ text: String, number: Int? = nil, discounts: [LineDiscount]? = nil) -> Line {
    .defaultLine(DefaultLine(text: text, fullAmountInclVat: 1, sequenceNumber: number, discounts: discounts))
}

extension ScriptedResponse {
    /// Returns a page in the service's form: a bare list, with total and token in header fields.
    static func page(_ receipts: [Receipt], total: Int? = nil, token: String? = nil) -> ScriptedResponse {
        var headers = HTTPFields()
        if let total, let name = HTTPField.Name("X-Total-Count") { headers[name] = "\(total)" }
        if let token, let name = HTTPField.Name("X-Continuation-Token") { headers[name] = token }
        return .value(receipts, headers: headers)
    }

    /// Returns an error response with problem details.
    static func problem(_ status: Int, _ title: String = "Refused") -> ScriptedResponse {
        .value(ProblemDetails(title: title, status: status, traceId: "trace-1"), status: status)
    }

    /// Returns the page of a proxy.
    static func html(_ status: Int) -> ScriptedResponse {
        .bytes(Array("<html>Refused</html>".utf8), status: status, contentType: "text/html")
    }

    /// Returns tokens in the identity service's form.
    static func tokens(_ access: String, _ refresh: String?) -> ScriptedResponse {
        .value(TokenResponse(accessToken: access, expiresIn: 86_400, refreshToken: refresh))
    }
}

extension RecordedRequest {
    /// The decoded query parameters.
    var parameters: [String: String] {
        let items = URLComponents(string: "http://x/?\(query ?? "")")?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    }
}
