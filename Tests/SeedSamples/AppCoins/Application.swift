import Foundation

// The parts of UIKit that the samples of scene and app delegates use, for systems without UIKit.
#if canImport(UIKit)
import UIKit
#else
@MainActor
class UIResponder {
    init() {}
}
@MainActor
class UIApplication {
    init() {}
    nonisolated struct LaunchOptionsKey: Hashable, Sendable { static let url = LaunchOptionsKey() }
    nonisolated struct OpenURLOptionsKey: Hashable, Sendable {}
}
@MainActor
class UIScene {
    init() {}
    @MainActor
    class ConnectionOptions {
        init() {}
        var urlContexts: Set<UIOpenURLContext> = []
    }
}
@MainActor
class UISceneSession {
    init() {}
}
final class UIOpenURLContext: Hashable, Sendable {
    let url: URL
    nonisolated init(url: URL) { self.url = url }
    nonisolated static func == (first: UIOpenURLContext, second: UIOpenURLContext) -> Bool { first === second }
    nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
@MainActor
protocol UISceneDelegate: AnyObject {}
@MainActor
protocol UIApplicationDelegate: AnyObject {}
#endif
