import AnybillBase
import Foundation
import SandboxServer
import Testing

@Suite("Seed samples: authentication", .timeLimit(.minutes(1)))
@MainActor
struct AuthenticationSamples {
    @Test("Instantiate the log module in your AppDelegate file")
    func logModule() {
        AnybillLogger.initLogger()
    }

    @Test("Error Handling: the protocol and its variants")
    func errorModel() {
        struct OwnError: AnybillError {
            var variant: AnybillErrorVariant
            var code: Int
            var title: String?
            var traceId: String?
            var type: AnybillErrorType
        }
        var error: any AnybillError = OwnError(
            variant: .defaultError,
            code: 418,
            title: nil,
            traceId: nil,
            type: .genericError
        )
        error.code = 404
        error.type = .unknown
        let kinds: [AnybillErrorType] = [
            .genericError, .networkError, .invalidRefreshTokenError, .noUserError, .unknown,
        ]
        #expect(error.code == 404 && kinds.contains(error.type))
    }

    @Test("Credentials Login")
    func credentials() async throws {
        try await SampleBench.run(loggedIn: false) { bench in
            let login = LoginModel(authService: bench.authService)
            #expect(await login.logIn(username: bench.account.email, password: "wrong") == .refused(400))
            #expect(await login.logIn(username: bench.account.email, password: bench.account.password) == .went)
        }
    }

    @Test("OAuthToken-Based Login")
    func tokens() async throws {
        try await SampleBench.run(loggedIn: false) { bench in
            let login = LoginModel(authService: bench.authService)
            #expect(await login.logIn(with: bench.account) == .went)
        }
    }

    @Test("Re Auth Sdk")
    func reauthentication() async throws {
        try await SampleBench.run { bench in
            bench.server.tokens.revoke()
            let login = LoginModel(authService: bench.authService)
            #expect(await login.needsNewTokens())
        }
    }

    @Test("GetUserInfo")
    func userInfo() async throws {
        try await SampleBench.run { bench in
            let login = LoginModel(authService: bench.authService)
            let user = try #require(await login.loadUser())
            let members: (String, String, Bool, NotificationConfiguration?, String?) = (
                user.id, user.email, user.isAnonymous, user.notificationConfiguration, user.externalId
            )
            #expect(members.0 == bench.account.id && members.1 == bench.account.email)
            let copy = try JSONDecoder().decode(AnybillUser.self, from: JSONEncoder().encode(user))
            #expect(copy == user)
        }
    }

    @Test("Logout")
    func logout() async throws {
        try await SampleBench.run { bench in
            let login = LoginModel(authService: bench.authService)
            #expect(await login.logOut() == .went)
            #expect(await login.logOut() == .refused(0))
        }
    }
}

/// A model that logs in and out as shown in the documentation.
final class LoginModel {
    let authService: AuthProvider

    init(authService: AuthProvider) {
        self.authService = authService
    }

    func logIn(username: String, password: String) async -> Reaction {
        await withCheckedContinuation { done in
            authService.loginUser(username: username, password: password) { result in
                switch result {
                case .success(()):
                    done.resume(returning: .went)
                case .failure(let error):
                    switch error.type {
                    case .genericError:
                        done.resume(returning: .refused(error.code))
                    case .networkError:
                        done.resume(returning: .offline)
                    case .noUserError:
                        done.resume(returning: .nobody)
                    case .invalidRefreshTokenError:
                        done.resume(returning: .ended)
                    default:
                        done.resume(returning: .other)
                    }
                }
            }
        }
    }

    func logIn(with issued: AnybillSandboxCredentials.User) async -> Reaction {
        let tokenUser = TokenUser.init(
            accessToken: issued.accessToken,
            expiresIn: issued.expiresIn,
            refreshToken: issued.refreshToken
        )
        return await withCheckedContinuation { done in
            authService.loginTokenUser(tokenUser: tokenUser) { result in
                switch result {
                case .success:
                    done.resume(returning: .went)
                case .failure(let error):
                    switch error.type {
                    case .genericError: done.resume(returning: .refused(error.code))
                    case .networkError: done.resume(returning: .offline)
                    case .noUserError: done.resume(returning: .nobody)
                    case .invalidRefreshTokenError: done.resume(returning: .ended)
                    default: done.resume(returning: .other)
                    }
                }
            }
        }
    }

    func needsNewTokens() async -> Bool {
        await withCheckedContinuation { done in
            authService.getUserInfo { result in
                switch result {
                case .success:
                    done.resume(returning: false)
                case .failure(let error):
                    done.resume(returning: error.type == .invalidRefreshTokenError)
                }
            }
        }
    }

    func loadUser() async -> AnybillUser? {
        await withCheckedContinuation { done in
            authService.getUserInfo(useCache: true) { result in
                switch result {
                case .success(let user):
                    done.resume(returning: user)
                case .failure:
                    done.resume(returning: nil)
                }
            }
        }
    }

    func logOut() async -> Reaction {
        await withCheckedContinuation { done in
            authService.logoutUser { result in
                switch result {
                case .success:
                    done.resume(returning: .went)
                case .failure:
                    done.resume(returning: .refused(0))
                }
            }
        }
    }
}
