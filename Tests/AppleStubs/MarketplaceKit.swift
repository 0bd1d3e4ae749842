// swift-format-ignore-file
@available(iOS 17.4, *)
public enum AppDistributor: Sendable {
    case appStore, testFlight, marketplace(String)
    @available(iOS 17.5, *) case web
    case other
    public static var current: AppDistributor { get async throws { .other } }
}
