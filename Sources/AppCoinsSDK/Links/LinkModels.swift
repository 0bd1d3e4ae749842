import APIRuntime
import AppCoinsAPI

/// A decoder that reads a model from a link, whose parameter names are the model's property names joined by dots.
///
/// An example value provides the structure, so that only the generated models declare the names and types of
/// properties.
struct LinkModelReader {
    /// The query of the link.
    let query: LinkQuery

    /// The spelling of a property's name in links.
    var spelling: (String) -> String = { $0 }

    /// Returns a value with the structure of an example, without the properties that the link lacks.
    func value(like example: JSONValue, at path: String = "") -> JSONValue? {
        if let object = example.object {
            let members = object.members.compactMap { member in
                value(like: member.value, at: join(path, member.name)).map {
                    JSONObject.Member(name: member.name, value: $0)
                }
            }
            return members.isEmpty ? nil : .object(JSONObject(members))
        }
        guard let text = query[path] else { return nil }
        if example.bool != nil { return .bool(text.lowercased() == "true") }
        if example.number != nil { return Int(text).map { .number(JSONNumber($0)) } }
        return .string(text)
    }

    private func join(_ path: String, _ name: String) -> String {
        path.isEmpty ? spelling(name) : "\(path).\(spelling(name))"
    }
}

extension CheckoutPurchaseResult {
    /// Reads the link of a paid checkout; `nil` if a required property is missing or has another type.
    init?(link query: LinkQuery) {
        let reader = LinkModelReader(query: query)
        guard var value = reader.value(like: JSONValue(Self.example)) else { return nil }
        let name = Self.keys.names[4]
        let kind = query["\(name).\(PayingUserWallet.keys.names[0])"]?.uppercased()
        let examples = [PayingUserWallet.example, PayingGuestWallet.example]
        if let example = examples.first(where: { $0[PayingUserWallet.keys.names[0]]?.string == kind }) {
            guard var wallet = reader.value(like: example, at: name) else { return nil }
            wallet[PayingUserWallet.keys.names[0]] = kind.map { .string($0) }
            guard (try? wallet.decode(PayingWallet.self)) != nil else { return nil }
            value[name] = wallet
        }
        guard let result = try? value.decode(CheckoutPurchaseResult.self) else { return nil }
        self = result
    }

    private static var example: CheckoutPurchaseResult {
        CheckoutPurchaseResult(
            responseCode: 0,
            purchaseData: CheckoutPurchaseData(
                orderId: "",
                packageName: "",
                productId: "",
                purchaseTime: 0,
                purchaseToken: "",
                purchaseState: 0,
                developerPayload: "",
                productType: .inApp,
                isAutoRenewing: false
            ),
            dataSignature: "",
            orderReference: ""
        )
    }
}

extension PayingUserWallet {
    fileprivate static var example: JSONValue {
        let user = UserWalletTokens(address: "", authToken: "", refreshToken: "")
        return JSONValue(PayingUserWallet(user: user))
    }
}

extension PayingGuestWallet {
    fileprivate static var example: JSONValue {
        JSONValue(PayingGuestWallet(guest: PayingGuest(guestUID: "")))
    }
}

extension CheckoutFailure {
    /// Reads the link of a failed checkout; `nil` if a required property is missing or has another type.
    init?(link query: LinkQuery) {
        let reader = LinkModelReader(query: query, spelling: Self.snake)
        let request = CheckoutFailureRequest(url: "", method: "", body: "", responseData: "", statusCode: 0)
        var example = JSONValue(CheckoutFailure(checkoutError: .failed, message: "", description: "", request: request))
        let name = Self.keys.names[3]
        // The request is included only if the link names its URL.
        if query["\(name).\(CheckoutFailureRequest.keys.names[0])"] == nil { example[name] = nil }
        guard let failure = try? reader.value(like: example)?.decode(CheckoutFailure.self) else { return nil }
        self = failure
    }

    private static func snake(_ name: String) -> String {
        name.reduce(into: "") { text, character in
            if character.isUppercase { text.append("_") }
            text.append(character.lowercased())
        }
    }
}
