import APIRuntime
import AnybillAPI
import Foundation
import URLSessionTransport

func makeClient(
    clientID: String,
    tokens: URL
) -> (client: AnybillClient, session: TokenSession) {
    let signIn = AnybillClient(transport: .urlSession)
    let session = TokenSession(
        store: FileTokenStore(url: tokens),
        refresher: signIn.userTokenRefresher(clientID: clientID)
    )
    let client = AnybillClient(
        servers: .production,
        credentials: AnybillCredentials(userToken: session),
        configuration: ClientConfiguration(
            transport: .urlSession,
            cache: ResponseCache()
        )
    )
    return (client, session)
}
