import APIRuntime
import AnybillAPI
import AnybillServer
import AsyncHTTPTransport

// region backend
func makePartner(
    user: String,
    password: String,
    clientID: String
) -> AnybillPartnerClient {
    let account = AnybillServiceAccount(
        username: user,
        password: password,
        clientID: clientID,
        scope: AnybillServiceAccount.partnerScope
    )
    return AnybillPartnerClient(
        account: account,
        configuration: ClientConfiguration(transport: AsyncHTTPTransport.shared)
    )
}

func tokens(
    of customer: String,
    from partner: AnybillPartnerClient
) async throws -> TokenUser {
    try await partner.issueToken(externalId: customer)
}
// endregion
