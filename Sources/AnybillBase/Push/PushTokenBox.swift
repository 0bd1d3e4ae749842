import APIRuntime
import Foundation

/// The newest push token of the device, with or without a logged-in user.
final class PushTokenBox: Sendable {
    /// The mutable state of the box.
    private struct State {
        var token: String?
        var project: FirebaseProject?
        var listensAt: Set<ObjectIdentifier> = []
        var left: [PushRegistration] = []
        var begun: (token: String, login: String)?
        var isRegistering = false
    }

    private let state = LockedState(State())

    /// The token; `nil` until the app has provided one.
    var token: String? { state.withLock { $0.token } }

    /// The ids of the Firebase project; `nil` until the app has provided them.
    var project: FirebaseProject? { state.withLock { $0.project } }

    /// Stores a token; an empty string means no token.
    func set(_ token: String?) {
        state.withLock { $0.token = token?.isEmpty == false ? token : nil }
    }

    /// Stores the ids of the Firebase project.
    func set(_ project: FirebaseProject) {
        state.withLock { $0.project = project }
    }

    /// Whether a registration of a token has begun and not ended.
    var isRegistering: Bool { state.withLock { $0.isRegistering } }

    /// Notes that the registration of a token for a login begins now.
    func beginRegistration(of token: String, for login: String) {
        state.withLock { state in
            state.begun = (token, login)
            state.isRegistering = true
        }
    }

    /// Notes that the registration has ended, in any way.
    func endRegistration() {
        state.withLock { $0.isRegistering = false }
    }

    /// Returns the token whose registration for a login has begun last; `nil` if there is none.
    func begun(for login: String) -> String? {
        state.withLock { state in state.begun.flatMap { $0.login == login ? $0.token : nil } }
    }

    /// Notes the push tokens of a user over whom another one has logged in, until they are removed from the service.
    func leave(_ former: PushRegistration) {
        state.withLock { $0.left.append(former) }
    }

    /// Returns the push tokens of former users, which are to be removed now.
    func takeLeft() -> [PushRegistration] {
        state.withLock { state in
            defer { state.left = [] }
            return state.left
        }
    }

    /// Starts to store the tokens that the app posts; observes each notification center once.
    func listen(at center: NotificationCenter, for name: Notification.Name) {
        guard state.withLock({ $0.listensAt.insert(ObjectIdentifier(center)).inserted }) else { return }
        _ = center.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
            self?.set(notification.userInfo?["token"] as? String)
        }
    }
}
