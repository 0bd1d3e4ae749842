import HTTPTypes

/// Responses that ask for a password.
enum ChallengesScenarios {
    /// The family of these scenarios.
    static let family = ScenarioFamily(name: "challenges", scenarios: single + others)

    private static func response(_ status: Int, _ fields: String) -> String {
        "HTTP/1.1 \(status) No\r\n\(fields)\r\ncontent-length: 2\r\n\r\nno"
    }

    private static let single: [Scenario] = [
        "Basic realm=\"r\"", "Basic", "basic realm=r", "Digest realm=\"r\", nonce=\"n\"", "NTLM", "Negotiate", "Bearer",
        "Bearer error=\"invalid_token\"", "", "Basic realm=\"unclosed", ",,,",
    ].map { .get("the challenge '\($0)'", response(401, "www-authenticate: \($0)"), "401 no") }

    private static let others: [Scenario] = [
        .get("401 without a challenge", response(401, "x-a: 1"), "401 no"),
        .get(
            "two challenges",
            response(401, "www-authenticate: Bearer\r\nwww-authenticate: Basic realm=\"r\""),
            "401 no"
        ),
        .get("a list of challenges", response(401, "www-authenticate: Basic realm=\"r\", Bearer"), "401 no"),
        .get("a challenge of a proxy", response(407, "proxy-authenticate: Basic realm=\"r\""), "407 no"),
        .get("a challenge with 403", response(403, "www-authenticate: Basic realm=\"r\""), "403 no"),
        Scenario(
            "a challenge for a POST",
            .responding(response(401, "www-authenticate: Basic realm=\"r\"")),
            [Scenario.Request(.post)],
            ["401 no"]
        ),
    ]
}
