@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

@Suite("OAuth 2.0")
struct OAuthTests {
    private let response = ScriptedResponse.json(
        #"{"access_token": "a1", "refresh_token": "r1", "token_type": "Bearer", "expires_in": 3600}"#
    )

    @Test(
        "each grant becomes a request to the token endpoint",
        arguments: ["password", "client_credentials", "refresh_token"]
    )
    func grants(_ grant: String) async throws {
        let transport = ScriptedTransport([response])
        let oauth = try client(transport)
        let old = OAuthToken(accessToken: "a0", refreshToken: "r0")
        let token =
            switch grant {
            case "password": try await oauth.token(user: "anna@example.com", password: "p&=1", scopes: ["a", "b"])
            case "client_credentials": try await oauth.clientToken(scopes: ["a", "b"])
            default: try await oauth.refreshed(old, scopes: ["a", "b"])
            }
        #expect(token.accessToken == "a1")
        #expect(token.refreshToken == "r1")
        #expect(token.expiresAt == APITesting.TestDate().now.addingTimeInterval(3600))
        let request = try #require(transport.requests.first)
        #expect(request.line == "POST /oauth/token")
        #expect(request.header("content-type") == "application/x-www-form-urlencoded")
        #expect(request.header("authorization") == "Basic \(Data("app%20x:s%3A1".utf8).base64EncodedString())")
        let members = Set(request.text.split(separator: "&").map(String.init))
        let own: Set<String> =
            switch grant {
            case "password": ["username=anna%40example.com", "password=p%26%3D1"]
            case "client_credentials": []
            default: ["refresh_token=r0"]
            }
        #expect(members == own.union(["grant_type=\(grant)", "scope=a%20b", "audience=api"]))
    }

    @Test("a client without a secret, or with one in the body, sends its ID in the body")
    func body() async throws {
        let transport = ScriptedTransport([response, response])
        let url = try #require(URL(string: "https://id.example.com/token"))
        let configuration = ClientConfiguration.testing(transport)
        _ = try await OAuthClient(tokenURL: url, clientID: "app", configuration: configuration).clientToken()
        let secret = OAuthClient(
            tokenURL: url,
            clientID: "app",
            secret: "s",
            authentication: .body,
            configuration: configuration
        )
        _ = try await secret.clientToken()
        #expect(
            transport.requests.map(\.text) == [
                "client_id=app&grant_type=client_credentials",
                "client_id=app&client_secret=s&grant_type=client_credentials",
            ]
        )
        #expect(transport.requests.allSatisfy { $0.header("authorization") == nil })
    }

    @Test("a token that is not a bearer token is refused")
    func otherTypes() async throws {
        for type in ["DPoP", "mac", "N_A", ""] {
            let transport = ScriptedTransport([.json(#"{"access_token": "a", "token_type": "\#(type)"}"#)])
            let failure = await #expect(throws: OAuthFailure.self) { try await client(transport).clientToken() }
            #expect(failure == OAuthFailure("unsupported_token_type", status: 200))
        }
        for members in ["", #", "token_type": "BEARER""#, #", "token_type": null"#] {
            let transport = ScriptedTransport([.json(#"{"access_token": "a"\#(members)}"#)])
            #expect(try await client(transport).clientToken().accessToken == "a")
        }
    }

    @Test("a browser sign-in uses matching state, challenge and verifier")
    func browser() async throws {
        let transport = ScriptedTransport([response])
        let request = try authorization()
        let query = try #require(URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems)
        let values = Dictionary(uniqueKeysWithValues: query.map { ($0.name, $0.value ?? "") })
        #expect(values["response_type"] == "code")
        #expect(values["theme"] == "dark")
        #expect(values["redirect_uri"] == "app://back")
        #expect(values["code_challenge_method"] == "S256")
        #expect(values["code_challenge"]?.count == 43)
        let state = try #require(values["state"])
        #expect(state.count == 43)
        let back = try #require(URL(string: "app://back?code=c%2F1&state=\(state)&iss=https://id.example.com"))
        _ = try await client(transport).token(code: try request.code(from: back), of: request)
        let sent = try #require(transport.requests.first).text
        #expect(sent.contains("code=c%2F1&"))
        #expect(sent.contains("grant_type=authorization_code"))
        #expect(sent.contains("redirect_uri=app%3A%2F%2Fback"))
        #expect(!request.url.absoluteString.contains(try #require(sent.split(separator: "code_verifier=").last)))
    }

    @Test(
        "a callback that does not match its authorization request returns no code",
        arguments: [
            ("code=c", "wrong_state"), ("code=c&state=other", "wrong_state"),
            ("error=access_denied&state=other", "wrong_state"),
            ("error=access_denied&state=STATE&iss=https://id.example.com", "access_denied"),
            ("code=c&state=STATE&iss=https://evil.example", "wrong_issuer"), ("code=c&state=STATE", "wrong_issuer"),
            ("state=STATE&iss=https://id.example.com", "no_code"),
        ]
    )
    func refusals(_ query: String, _ code: String) throws {
        let request = try authorization()
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems
        let state = items?.first { $0.name == "state" }?.value ?? ""
        let url = try #require(URL(string: "app://back?\(query.replacingOccurrences(of: "STATE", with: state))"))
        #expect(throws: AuthorizationRequest.Refusal(code: code)) { try request.code(from: url) }
    }

    @Test("only invalid_grant signs the user out", arguments: ["invalid_grant", "invalid_client", "server_error"])
    func rejection(_ code: String) async throws {
        let transport = ScriptedTransport([.json(#"{"error": "\#(code)", "error_description": "s3cret"}"#, status: 400)]
        )
        let store = MemoryTokenStore(StoredToken(token: .pair(1), partition: "anna"))
        let session = TokenSession(store: store, refresher: try client(transport).refresher())
        let failure = await failureCode { () throws(AuthenticationError) in try await session.refresh() }
        #expect(failure == (code == "invalid_grant" ? .rejected : .unreachable))
        #expect(
            try await store.load() == (code == "invalid_grant" ? nil : StoredToken(token: .pair(1), partition: "anna"))
        )
    }

    @Test("invalid token responses fail with an error code and without the server's strings")
    func unreadable() async throws {
        let transport = ScriptedTransport([
            .json("{}"), .json("s3cret"), .json(#"{"error": "s3cret \"text\""}"#, status: 400),
            .failure(TransportError(.connection, "lost")),
        ])
        let oauth = try client(transport)
        for code in ["unreadable_response", "unreadable_response", "unreadable_response", "transport"] {
            let error = await #expect(throws: OAuthFailure.self) { try await oauth.clientToken() }
            #expect(error?.code == code)
            #expect(error.map { "\($0)" }?.contains("s3cret") == false)
        }
    }

    @Test(
        "app tokens are fetched once and refreshed early or after a refusal, without a refresh token"
    )
    func clientCredentials() async throws {
        let date = APITesting.TestDate()
        let count = LockedState(0)
        let transport = ScriptedTransport { _ throws(TransportError) in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return .json(#"{"access_token": "a\#(number)", "expires_in": "600"}"#)
        }
        let source = ClientCredentialsSource(try client(transport, date), now: { date.now })
        let first = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try await source.credential().value } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(first == ["a1"])
        date.advance(by: 541)
        #expect(try await source.credential().value == "a2")
        await source.noteResponse(to: try await source.credential(), status: 200, serverDate: nil)
        #expect(try await source.refused(try await source.credential())?.value == "a3")
        #expect(transport.requests.count == 3)
    }

    @Test("the tokens of two apps, servers or sets of scopes have different owners")
    func appOwners() async throws {
        func owner(_ id: String, _ url: String = "https://a.example/token", _ scopes: [String] = []) async throws
            -> String?
        {
            let transport = ScriptedTransport()
            let client = OAuthClient(tokenURL: try #require(URL(string: url)), clientID: id, transport: transport)
            return await ClientCredentialsSource(client, scopes: scopes).partition()
        }
        let owners = [
            try await owner("1"), try await owner("2"), try await owner("1", "https://b.example/token"),
            try await owner("1", "https://a.example/token", ["read"]),
        ]
        #expect(Set(owners).count == owners.count)
        #expect(try await owner("1") == owners[0])
    }

    @Test("two apps with one store and one cache use their own tokens and responses")
    func sharedStore() async throws {
        let store = MemoryTokenStore()
        let cache = ResponseCache()
        for id in ["one", "two"] {
            let issuing = ScriptedTransport { _ in .json(#"{"access_token": "\#(id)", "expires_in": 600}"#) }
            let url = try #require(URL(string: "https://a.example/token"))
            let oauth = OAuthClient(tokenURL: url, clientID: id, transport: issuing)
            let transport = ScriptedTransport { request in
                .json(#""\#(request.header("Authorization") ?? "")""#, headers: [.cacheControl: "max-age=60"])
            }
            let source = ClientCredentialsSource(oauth, store: store)
            let sender = try Wire.sender(transport, credentials: ["user": source]) { $0.cache = cache }
            let call = Wire.get(security: SecurityRequirement(Wire.user))
            #expect(try await sender.receive(call).json(String.self) == "Bearer \(id)")
        }
    }

    @Test("a cancelled call does not wait for the first app token, which the others receive")
    func cancelledFirstToken() async throws {
        let isOpen = LockedState(false)
        let transport = ScriptedTransport { [response] _ in
            while !isOpen.withLock({ $0 }) { await Task.yield() }
            return response
        }
        let date = APITesting.TestDate()
        let source = ClientCredentialsSource(try client(transport, date), now: { date.now })
        let other = Task { try await source.credential().value }
        let call = Task {
            do throws(AuthenticationError) {
                return try await source.credential().value
            } catch {
                return error.code.description
            }
        }
        while transport.requests.isEmpty { try Task.checkCancellation(); await Task.yield() }
        call.cancel()
        #expect(await call.value == "cancelled")
        isOpen.withLock { $0 = true }
        #expect(try await other.value.isEmpty == false)
        #expect(transport.requests.count == 1)
    }

    @Test("a stored app token under a former partition is replaced")
    func renamedPartition() async throws {
        let date = APITesting.TestDate()
        let store = MemoryTokenStore()
        for name in ["app-old", "app"] {
            let transport = ScriptedTransport { [response] _ in response }
            let source = ClientCredentialsSource(
                try client(transport, date),
                store: store,
                partition: name,
                now: { date.now }
            )
            let sender = try Wire.sender(ScriptedTransport([.status(204)]), credentials: ["user": source])
            #expect(await Wire.outcome(sender, Wire.get(security: SecurityRequirement(Wire.user))) == "success")
            #expect(transport.requests.count == 1)
        }
    }

    @Test("a response to a call with an app token is served from the cache, also after a renewal")
    func clientCredentialsCache() async throws {
        let date = APITesting.TestDate()
        let source = ClientCredentialsSource(
            try client(ScriptedTransport { [response] _ in response }, date),
            now: { date.now }
        )
        let transport = ScriptedTransport { request in
            request.header("authorization") == nil
                ? .status(401) : .json(#"{"id": 1}"#, headers: [.cacheControl: "max-age=90000", .eTag: "\"a\""])
        }
        let sender = try Wire.sender(transport, credentials: ["user": source]) {
            $0.cache = ResponseCache()
            $0.now = { date.now }
        }
        let call = Wire.get(security: SecurityRequirement(Wire.user))
        for seconds in [0.0, 1, 3600] {
            date.advance(by: seconds)
            let note: WireNote = try await sender.send(call, CallOptions(), failing: WireError.self)
            #expect(note.id == 1)
        }
        #expect(transport.requests.count == 1)
    }

    @Test("secrets are not sent unencrypted, except over loopback", arguments: ["id.example.com", "127.0.0.1"])
    func insecureAddress(_ host: String) async throws {
        let transport = ScriptedTransport([response])
        let url = try #require(URL(string: "http://\(host)/token"))
        let oauth = OAuthClient(tokenURL: url, clientID: "app", secret: "s", configuration: .testing(transport))
        guard host == "127.0.0.1" else {
            let failure = await #expect(throws: OAuthFailure.self) { try await oauth.clientToken() }
            #expect(failure?.code == "insecure_token_url")
            #expect(transport.requests.isEmpty)
            return
        }
        #expect(try await oauth.clientToken().accessToken == "a1")
    }

    @Test("requests keep the paths and the queries of their endpoints")
    func endpoints() async throws {
        let started = #"{"device_code": "d", "user_code": "u", "verification_uri": "https://as.example.com/"}"#
        let transport = ScriptedTransport([response, response, .json(started)])
        let oauth = OAuthClient(
            tokenURL: try #require(URL(string: "https://as.example.com/o/token/?tenant=x")),
            refreshURL: URL(string: "https://as.example.com?p=a%2Fb&q"),
            deviceAuthorizationURL: URL(string: "https://device.example.com:8443/d/"),
            clientID: "app",
            configuration: .testing(transport)
        )
        _ = try await oauth.clientToken()
        _ = try await oauth.refreshed(OAuthToken(accessToken: "a0", refreshToken: "r0"))
        // The response may lack members: only the request matters.
        _ = try? await oauth.deviceAuthorization()
        #expect(
            transport.requests.map(\.line) == ["POST /o/token/?tenant=x", "POST /?p=a%2Fb&q", "POST /d/"]
        )
        #expect(transport.requests.last?.head.authority == "device.example.com:8443")
    }

    private func client(_ transport: ScriptedTransport, _ date: APITesting.TestDate = .init()) throws -> OAuthClient {
        OAuthClient(
            tokenURL: try #require(URL(string: "https://id.example.com/oauth/token")),
            clientID: "app x",
            secret: "s:1",
            parameters: ["audience": "api"],
            configuration: .testing(transport, date: date)
        )
    }

    private func authorization() throws -> AuthorizationRequest {
        AuthorizationRequest(
            page: try #require(URL(string: "https://id.example.com/login?theme=dark")),
            clientID: "app",
            redirectURL: try #require(URL(string: "app://back")),
            scopes: ["read"],
            issuer: "https://id.example.com"
        )
    }
}
