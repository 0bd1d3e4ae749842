import APIRuntime
import APIServer
import SensibillAPI

/// The sandbox's control operations for this service.
///
/// `POST /sandbox/sensibill/settings` accepts any of `readingTime`, `exportWaitingTime`, `exportWorkingTime`,
/// `codeLifetime` (seconds), `allowsInvoices` and `allowsUserManagement`. `POST /sandbox/sensibill/scripts` accepts
/// `foreignId` and the outcome of reading the document uploaded with it: `failureCode`, absent for success, and
/// `readingTime` in seconds, absent for the usual time.
struct SensibillControls: Sendable {
    let store: SensibillStore

    /// Adds the control operations.
    func addRoutes(to routes: ServerRoutes) {
        let store = self.store
        routes.raw("sandbox.changeSensibillSettings", .post, "/sandbox/sensibill/settings") { input in
            let change = try input.json(JSONValue.self)
            store.withState { $0.settings.apply(change) }
            return .empty(204)
        }
        routes.raw("sandbox.addSensibillScript", .post, "/sandbox/sensibill/scripts") { input in
            let script = try input.json(JSONValue.self)
            guard let foreignId = script["foreignId"]?.string else {
                throw SensibillRefusal.badRequest("The script has no foreignId.", .missingParameterError)
            }
            store.withState { state in
                state.scripts[foreignId] = SensibillState.Script(
                    failureCode: script["failureCode"]?.string,
                    readingTime: script["readingTime"]?.seconds
                )
            }
            return .empty(204)
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
    /// The number of seconds; `nil` for other kinds and for negative numbers.
    fileprivate var seconds: Double? { number.flatMap { Double($0.description) }.flatMap { $0 >= 0 ? $0 : nil } }
}
