import APIRuntime
import APIServer
import Foundation
import SensibillAPI

/// The operations of the tags "home" and "homeV1".
struct SensibillHome: SensibillHomeService, SensibillHomeV1Service {
    let store: SensibillStore
    private let bootedAt: String

    init(store: SensibillStore) {
        self.store = store
        bootedAt = String(decoding: JSONCoding.encode(store.now).dropFirst().dropLast(), as: UTF8.self)
    }

    /// Returns the name of the service and the paths of its operations.
    func info(request: ServerRequest) throws(GetApiInfoError) -> ServerResponse<GeneralInfo> {
        ServerResponse(
            GeneralInfo(
                hostname: "sandbox",
                version: "1:sandbox",
                status: "online",
                environment: "receipts_sandbox",
                name: "Sandbox",
                bootedAt: bootedAt,
                baseUrl: "\(request.baseURL)/",
                endpoints: Self.endpoints
            )
        )
    }

    /// The names and relative paths that the service advertises.
    ///
    /// Those of exports differ from the actual paths.
    private static let endpoints = [
        "authorizationGrant": "authorizationGrant", "accessToken": "accessToken", "logout": "logout",
        "clientInfo": "clientInfo", "invalidateAccessToken": "invalidate", "jwtAuthenticate": "jwtAuthenticate",
        "usernameAvailability": "users/usernameAvailability", "emailAvailability": "users/emailAvailability",
        "registerUser": "users", "jwtRegister": "jwtRegister", "users": "users", "userDetail": "users/:userId",
        "deleteUser": "users", "updateUser": "users", "exportDocuments": "export", "listExports": "exports",
        "exportStatus": "export/:id", "lookupSupportedCurrencies": "lookups/currencies",
        "lookupSupportedLocales": "lookups/locales", "merchantsList": "merchants", "documentsList": "documents",
        "documentsPost": "documents", "documentsDelete": "documents", "documentsPatch": "documents/:id",
        "documentsDetail": "documents/:id", "listFolders": "folders", "createFolder": "folders",
        "deleteFolders": "folders", "updateFolder": "folders/:folderId", "deleteFolder": "folders/:folderId",
        "addDocumentsToFolder": "folders/:folderId/documents",
        "deleteDocumentsFromFolder": "folders/:folderId/documents",
    ]
}
