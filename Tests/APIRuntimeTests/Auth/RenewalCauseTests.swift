import APITesting
import Testing

@testable import APIRuntime

@Suite("Why a token was not renewed")
struct RenewalCauseTests {
    private struct OwnError: Error {
        let secret = "s3cret"
    }

    @Test("our own errors say what failed, other ones their type and nothing of what they hold")
    func causes() async {
        let failure = DecodingFailure(.missing, "a required member is missing", offset: 1, member: "access_token")
        #expect(await cause(TransportError(.noServer, "No URL.")) == "noServer: No URL.")
        #expect(
            await cause(CallFailure.decoding(failure))?.contains("a required member is missing") == true
        )
        #expect(await cause(OwnError()) == "OwnError")
    }

    private func cause(_ error: any Error) async -> String? {
        let refresher = TokenRefresher { _ in throw error }
        guard case .unreachable(let failure) = await refresher.outcome(for: OAuthToken(accessToken: "a")) else {
            return nil
        }
        return failure.message.split(separator: ": ", maxSplits: 1).last.map(String.init)
    }
}
