import APIRuntime
import APIServer

/// A change of the settings in a control operation.
///
/// Absent properties leave their settings unchanged.
struct AppCoinsSettingsChange: Sendable {
    private let json: JSONValue

    /// Creates a change from JSON such as `{"userCurrency": "PLN", "pageSize": 2, "signatureFault": null}`.
    ///
    /// - Throws: The response with status 400 for an invalid value.
    init(_ json: JSONValue, in world: AppCoinsWorld, _ request: ServerRequest) throws {
        self.json = json
        let problems: [String: Bool] = [
            "userCurrency": json["userCurrency"]?.string.map { world.prices.currency($0) == nil } ?? false,
            "refundRule": json["refundRule"]?.string.map { RefundRule(rawValue: $0) == nil } ?? false,
            "signatureFault": json["signatureFault"]?.string.map { SignatureFault(rawValue: $0) == nil } ?? false,
            "pageSize": json["pageSize"].map { !(1...100).contains($0.whole ?? 0) } ?? false,
            "pollsBeforeEnd": json["pollsBeforeEnd"].map { ($0.whole ?? -1) < 0 } ?? false,
        ]
        if let name = problems.filter(\.value).keys.min() {
            throw AppCoinsRefusal.problem(400, .invalid(request, name, "\(name) cannot have this value."))
        }
    }

    /// Applies the change to settings.
    func apply(to settings: inout AppCoinsSandboxSettings) {
        settings.userCurrency = json["userCurrency"]?.string ?? settings.userCurrency
        settings.country = json["country"]?.string ?? settings.country
        settings.refundRule = json["refundRule"]?.string.flatMap { RefundRule(rawValue: $0) } ?? settings.refundRule
        settings.pageSize = json["pageSize"]?.whole ?? settings.pageSize
        settings.pollsBeforeEnd = json["pollsBeforeEnd"]?.whole ?? settings.pollsBeforeEnd
        if let fault = json["signatureFault"] {
            settings.signatureFault = fault.string.flatMap { SignatureFault(rawValue: $0) }
        }
    }
}

extension JSONValue {
    fileprivate var whole: Int? { number.flatMap { Int($0.description) } }
}
