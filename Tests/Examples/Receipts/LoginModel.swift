import AnybillBase

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// The form with which the user signs in.
@MainActor
final class LoginModel: ObservableObject {
    /// The state of the session.
    enum Session: Equatable {
        /// The app has just started and does not know yet.
        case unknown

        /// No user is signed in.
        case signedOut

        /// A user is signed in, under this name.
        case signedIn(String)
    }

    /// The email address in the form.
    @Published var email = ""

    /// The password in the form.
    @Published var password = ""

    /// The state of the session.
    @Published private(set) var session = Session.unknown

    /// Whether a call is on its way.
    @Published private(set) var isBusy = false

    /// A sentence for the user about the last failure; `nil` if there is none.
    @Published private(set) var failure: String?

    private let provider: AuthProvider

    /// Creates a form.
    init(provider: AuthProvider = .shared) {
        self.provider = provider
    }

    /// Whether the form is complete.
    var canSignIn: Bool { !email.isEmpty && !password.isEmpty && !isBusy }

    /// Continues the session of the last launch, if there is one.
    ///
    /// The user's name comes from the device, so this works without a connection.
    func resume() async {
        do {
            session = .signedIn(try await provider.getUserInfo(useCache: true).email)
        } catch {
            session = .signedOut
        }
    }

    /// Signs in with the values of the form.
    func signIn() async {
        await run { [provider, email, password] in
            try await provider.loginUser(username: email, password: password)
            return .signedIn(email)
        }
        if case .signedIn = session { password = "" }
    }

    /// Signs out, and deletes the user's receipts from the device.
    func signOut() async {
        await run { [provider] in
            try await provider.logoutUser()
            return .signedOut
        }
    }

    private func run(_ call: () async throws -> Session) async {
        isBusy = true
        failure = nil
        do {
            session = try await call()
        } catch {
            failure = FailureMessage.text(for: error)
        }
        isBusy = false
    }
}
