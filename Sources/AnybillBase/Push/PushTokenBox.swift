import APIRuntime
import Foundation

/// The newest push token of the device, whether or not somebody is logged in.
final class PushTokenBox: Sendable {
    private struct State {
        var token: String?
        var project: FirebaseProject?
        var listensAt: Set<ObjectIdentifier> = []
    }

    private let state = LockedState(State())

    /// The token; `nil` until the app has told one.
    var token: String? { state.withLock { $0.token } }

    /// Ids of the Firebase project; `nil` until the app has told them.
    var project: FirebaseProject? { state.withLock { $0.project } }

    /// Takes a token over; an empty one is none.
    func set(_ token: String?) {
        state.withLock { $0.token = token?.isEmpty == false ? token : nil }
    }

    /// Takes the ids of the Firebase project over.
    func set(_ project: FirebaseProject) {
        state.withLock { $0.project = project }
    }

    /// Begins to take over the tokens that the app posts; listens once at each centre.
    func listen(at center: NotificationCenter, for name: Notification.Name) {
        guard state.withLock({ $0.listensAt.insert(ObjectIdentifier(center)).inserted }) else { return }
        _ = center.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
            self?.set(notification.userInfo?["token"] as? String)
        }
    }
}
