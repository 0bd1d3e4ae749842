import APIRuntime
import APIServer
import Foundation
import SensibillAPI

/// The imitated receipt service: state, operations and routes.
struct SensibillService: SandboxService {
    /// The predefined client and user.
    let credentials: SensibillSandboxCredentials
    let store: SensibillStore
    private let home: SensibillHome

    /// The number of initial documents of the predefined user, one per day.
    private static let startingDocuments = 25

    init(core: SandboxCore) {
        credentials = SensibillSandboxCredentials()
        store = SensibillStore(core: core, credentials: credentials)
        home = SensibillHome(store: store)
        addReadyMadeUser()
    }

    func addRoutes(to router: SandboxRouter) {
        let errors = store.reply(for:_:)
        let options = ServerOptions(unknownParameters: .refused, errors: errors, paths: Self.paths)
        addOperations(to: router.routes(options, prepare: SensibillRequest(store: store).prepare))
        SensibillControls(store: store).addRoutes(to: router.routes(ServerOptions(errors: errors)))
    }

    private func addOperations(to routes: ServerRoutes) {
        let security = ServerSecurity.checked(by: SensibillAccess.check(store))
        home.addSensibillHomeRoutes(to: routes)
        home.addSensibillHomeV1Routes(to: routes)
        let authentication = SensibillAuthentication(store: store)
        authentication.addSensibillAuthenticationRoutes(to: routes, security: security)
        authentication.addSensibillAuthenticationV1Routes(to: routes, security: security)
        let users = SensibillUsers(store: store)
        users.addSensibillUsersRoutes(to: routes, security: security)
        users.addSensibillUsersV1Routes(to: routes, security: security)
        SensibillDocuments(store: store).addSensibillDocumentsRoutes(to: routes, security: security)
        SensibillReceipts(store: store).addSensibillReceiptsRoutes(to: routes, security: security)
        SensibillExports(store: store).addSensibillExportsRoutes(to: routes, security: security)
        SensibillFolders(store: store).addSensibillFoldersRoutes(to: routes, security: security)
        SensibillLookups(store: store).addSensibillLookupsRoutes(to: routes, security: security)
        SensibillMerchants(store: store).addSensibillMerchantsRoutes(to: routes, security: security)
    }

    /// Returns the paths of an operation.
    ///
    /// Users can also be registered at a second path, which a comment of the original client contains.
    @Sendable
    private static func paths(of source: RouteSource) -> [String] {
        let hasTwo = source.operation == "createUser" || source.operation == "createUserV1"
        return hasTwo ? [source.path, "\(source.path)/register"] : [source.path]
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

    /// Returns the response for an error that an operation threw, or `nil` for a documented one.
    func reply(for error: any Error, _ request: ServerRequest) -> RawServerResponse? {
        switch error {
        case let refusal as SensibillRefusal:
            return reply(refusal)
        case let error as any OperationError:
            guard case .undocumented(let response) = error.failure else { return nil }
            return RawServerResponse(status: response.status, contentType: "application/json", bytes: response.body)
        case let failure as InjectedFailure:
            let (status, name) = (failure.status, SensibillRefusal.name(ofStatus: failure.status))
            var response = reply(.init(status: status, name: name, message: "The sandbox was told to fail."))
            response.headers = failure.headers
            return response
        case let input as UnreadableInput:
            return reply(SensibillRefusal(input))
        case is UnauthorizedRequest where request.operation == "registerWithJwt":
            // The service responds to every invalid token with 400.
            return reply(.badRequest("The request has no JSON Web Token."))
        case is UnauthorizedRequest:
            return reply(.unauthorized("The request has no credential of the right kind."))
        case is RawServerResponse:
            return nil
        default:
            return reply(.init(status: 500, name: .genericInternalError, message: "The sandbox failed."))
        }
    }

    private func reply(_ refusal: SensibillRefusal) -> RawServerResponse {
        let body = refusal.body(correlationID: nextID("cor"))
        return RawServerResponse(
            status: refusal.status,
            contentType: "application/json",
            bytes: JSONCoding.encode(body)
        )
    }
}
