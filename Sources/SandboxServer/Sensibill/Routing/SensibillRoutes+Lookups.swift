import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import SensibillAPI

extension SensibillRoutes {

    func addLookups(_ lookups: SensibillLookups, _ merchants: SensibillMerchants) {
        let names: Set = ["scale", "locale"]
        on(.get, "/api/v2/lookups/documentcategories", "getDocumentCategories", .token, query: names) { input, query in
            try lookups.documentCategories(
                scale: query.text("scale").map(IconScale.init(rawValue:)),
                locale: query.text("locale"),
                request: input.request
            ).raw
        }
        on(.get, "/api/v2/lookups/currencies", "getCurrencies", .token, query: ["locale"]) { input, query in
            try lookups.currencies(locale: query.text("locale"), request: input.request).raw
        }
        on(.get, "/api/v2/lookups/locales", "getLocales", .token) { input, _ in
            try lookups.locales(request: input.request).raw
        }
        on(.get, "/api/v2/merchants", "getMerchants", .token, query: ["name"]) { input, query in
            try merchants.list(name: query.text("name"), request: input.request).raw
        }
    }

    /// The sandbox's own switches for this service.
    ///
    /// `POST /sandbox/sensibill/settings` takes any of `readingTime`, `exportWaitingTime`, `exportWorkingTime`,
    /// `codeLifetime` (seconds), `allowsInvoices` and `allowsUserManagement`. `POST /sandbox/sensibill/scripts` takes
    /// `foreignId`, and how the document uploaded with it shall be read: `failureCode`, absent for success, and
    /// `readingTime` in seconds, absent for the usual time.
    func addControls() {
        router.on(.post, "/sandbox/sensibill/settings", "sandbox.changeSensibillSettings") { [store] input in
            let change = try input.sensibillBody(JSONValue.self)
            store.withState { $0.settings.apply(change) }
            return Reply.empty().raw
        }
        router.on(.post, "/sandbox/sensibill/scripts", "sandbox.addSensibillScript") { [store] input in
            let script = try input.sensibillBody(JSONValue.self)
            guard let foreignId = script["foreignId"]?.string else {
                throw SensibillRefusal.badRequest("The script has no foreignId.", .missingParameterError)
            }
            store.withState { state in
                state.scripts[foreignId] = SensibillState.Script(
                    failureCode: script["failureCode"]?.string,
                    readingTime: script["readingTime"]?.seconds
                )
            }
            return Reply.empty().raw
        }
    }
}

extension SensibillSandboxSettings {
    fileprivate mutating func apply(_ change: JSONValue) {
        readingTime = change["readingTime"]?.seconds ?? readingTime
        exportWaitingTime = change["exportWaitingTime"]?.seconds ?? exportWaitingTime
        exportWorkingTime = change["exportWorkingTime"]?.seconds ?? exportWorkingTime
        codeLifetime = change["codeLifetime"]?.seconds ?? codeLifetime
        allowsInvoices = change["allowsInvoices"]?.bool ?? allowsInvoices
        allowsUserManagement = change["allowsUserManagement"]?.bool ?? allowsUserManagement
    }
}

extension JSONValue {
    /// A number of seconds; `nil` for other kinds and for numbers below 0.
    fileprivate var seconds: Double? { number.flatMap { Double($0.description) }.flatMap { $0 >= 0 ? $0 : nil } }
}
