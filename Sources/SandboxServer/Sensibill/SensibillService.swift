import APIRuntime
import APIServer
import Foundation
import SensibillAPI

/// The imitated receipt service: state, operations and routes.
struct SensibillService: SandboxService {
    /// The client and the user that exist from the start.
    let credentials: SensibillSandboxCredentials
    private let store: SensibillStore
    private let home: SensibillHome

    /// Documents that the ready-made user has from the start, one a day.
    private static let startingDocuments = 25

    init(core: SandboxCore) {
        credentials = SensibillSandboxCredentials()
        store = SensibillStore(core: core, credentials: credentials)
        home = SensibillHome(store: store)
        addReadyMadeUser()
    }

    func addRoutes(to router: SandboxRouter) {
        let routes = SensibillRoutes(router: router.mappingErrors(store.reply(for:_:)), store: store)
        routes.addHome(home)
        routes.addAuthentication(SensibillAuthentication(store: store))
        routes.addUsers(SensibillUsers(store: store))
        routes.addUsersV1(SensibillUsersV1(store: store))
        routes.addDocuments(SensibillDocuments(store: store))
        routes.addReceipts(SensibillReceipts(store: store))
        routes.addExports(SensibillExports(store: store))
        routes.addFolders(SensibillFolders(store: store))
        routes.addLookups(SensibillLookups(store: store), SensibillMerchants(store: store))
        routes.addControls()
    }

    private func addReadyMadeUser() {
        var user = SensibillUser(
            id: store.nextID("usr"),
            accessID: credentials.accessID,
            credentialType: credentials.credentialType,
            secret: credentials.accessSecret
        )
        store.addReadDocuments(Self.startingDocuments, to: &user, before: store.now)
        store.withState { $0.users[user.id] = user }
    }
}

extension SensibillStore {

    /// What the service makes of an error that an operation threw; `nil` for a documented one.
    func reply(for error: any Error, _ request: ServerRequest) -> RawReply? {
        switch error {
        case let refusal as SensibillRefusal:
            return reply(refusal)
        case let error as any OperationError:
            guard case .undocumented(let answer) = error.failure else { return nil }
            return RawReply(status: answer.status, contentType: "application/json", bytes: answer.body)
        case let failure as InjectedFailure:
            let (status, name) = (failure.status, SensibillRefusal.name(ofStatus: failure.status))
            var answer = reply(.init(status: status, name: name, message: "The sandbox was told to fail."))
            answer.headers = failure.headers
            return answer
        case is RawReply:
            return nil
        default:
            return reply(.init(status: 500, name: .genericInternalError, message: "The sandbox failed."))
        }
    }

    private func reply(_ refusal: SensibillRefusal) -> RawReply {
        let body = refusal.body(correlationID: nextID("cor"))
        return RawReply(status: refusal.status, contentType: "application/json", bytes: JSON.encode(body))
    }
}
