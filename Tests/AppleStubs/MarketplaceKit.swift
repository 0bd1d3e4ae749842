// swift-format-ignore-file
public enum AppDistributor: Sendable {
    case appStore, testFlight, marketplace(String), web, other
    public static var current: AppDistributor { get async throws { .other } }
}
