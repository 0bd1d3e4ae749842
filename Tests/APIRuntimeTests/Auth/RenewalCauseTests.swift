import APITesting
import Testing

@testable import APIRuntime

@Suite("Causes of failed refreshes")
struct RenewalCauseTests {
    private struct OwnError: Error {
        let secret = "s3cret"
    }

    @Test("the runtime's errors have a full description, and others only their type")
    func causes() async {
        let failure = DecodingFailure(.missing, "a required property is missing", offset: 1, member: "access_token")
        #expect(await cause(TransportError(.noServer, "No URL.")) == "noServer: No URL.")
        #expect(
            await cause(CallFailure.decoding(failure))?.contains("a required property is missing") == true
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
