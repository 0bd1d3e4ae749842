import APIRuntime
import AnybillAPI
import Foundation

func makeClient(clientID: String, tokens: URL) -> (client: AnybillClient, session: TokenSession) {
    let session = TokenSession(
        store: FileTokenStore(url: tokens),
        refresher: AnybillClient().userTokenRefresher(clientID: clientID)
    )
    let client = AnybillClient(
        servers: .production,
        credentials: AnybillCredentials(userToken: session),
        configuration: ClientConfiguration(cache: ResponseCache())
    )
    return (client, session)
}
