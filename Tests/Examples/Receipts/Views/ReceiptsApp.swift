#if canImport(SwiftUI)
import SwiftUI

/// The app.
///
/// In an app's target, this type has the attribute `@main`.
struct ReceiptsApp: App {
    @StateObject private var login = LoginModel()

    var body: some Scene {
        WindowGroup {
            RootView(login: login)
                .task { await login.resume() }
        }
    }
}

/// The receipts of a signed-in user, or the form to sign in.
struct RootView: View {
    @ObservedObject var login: LoginModel

    var body: some View {
        switch login.session {
        case .unknown: ProgressView()
        case .signedOut: LoginView(model: login)
        case .signedIn: ReceiptListView(login: login)
        }
    }
}

/// The form to sign in.
struct LoginView: View {
    @ObservedObject var model: LoginModel

    var body: some View {
        Form {
            Section {
                TextField("Email", text: $model.email)
                    .textContentType(.username)
                SecureField("Password", text: $model.password)
                    .textContentType(.password)
            } footer: {
                if let failure = model.failure {
                    Text(failure).foregroundColor(.red)
                }
            }
            Button("Sign In") {
                Task { await model.signIn() }
            }
            .disabled(!model.canSignIn)
        }
        .disabled(model.isBusy)
    }
}
#endif
