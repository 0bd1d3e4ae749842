import APIRuntime
import AnybillAPI
import AnybillServer
import Foundation
import NotesAPI
import URLSessionTransport

// region session
func makeSession(tokens: URL, clientID: String) -> TokenSession {
    let client = AnybillClient(transport: .urlSession)
    return TokenSession(
        store: FileTokenStore(url: tokens),
        refresher: client.userTokenRefresher(clientID: clientID)
    )
}

func signIn(to session: TokenSession, with tokens: TokenUser) async throws {
    let token = OAuthToken(
        accessToken: tokens.accessToken,
        refreshToken: tokens.refreshToken,
        expiresIn: tokens.expiresIn
    )
    try await session.signIn(token, partition: "ada")
}
// endregion

// region events
func watch(_ session: TokenSession, showLogin: @MainActor () -> Void) async {
    for await event in session.events {
        if case .signedOut(_, .rejected) = event { await showLogin() }
    }
}
// endregion

// region static
let withKey = NotesCredentials(apiKey: .apiKey("k3y"))
let withToken = AnybillCredentials(userToken: .bearer("token"))
// endregion

// region single
func mark(_ id: String, as token: String, with anybill: AnybillClient) async throws {
    let user = AnybillCredentials(userToken: .bearer(token))
    _ = try await anybill.receipts.toggleFavourite(
        receiptId: id,
        options: CallOptions(credentials: user)
    )
}
// endregion

// region oauth
func makePartnerClient(id: String, secret: String) -> NotesClient? {
    let flow = NotesCredentials.partnerClientCredentials
    let oauth = flow.client(clientID: id, secret: secret, transport: .urlSession)
    guard let oauth else { return nil }
    return NotesClient(
        credentials: NotesCredentials(partner: ClientCredentialsSource(oauth)),
        transport: .urlSession
    )
}
// endregion

// region device
func signIn(
    _ oauth: OAuthClient,
    show: (String, URL) -> Void
) async throws(OAuthFailure) -> OAuthToken {
    let device = try await oauth.deviceAuthorization(scopes: ["read"])
    show(device.userCode, device.verificationURL)
    return try await oauth.token(of: device)
}
// endregion
