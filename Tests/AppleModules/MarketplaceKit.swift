// swift-format-ignore-file
@available(iOS 17.4, *)
public enum AppDistributor: Sendable {
    case appStore, testFlight, marketplace(String)
    @available(iOS 17.5, *) case web
    case other
    public static var current: AppDistributor { get async throws { .other } }
}

@available(iOS 26, *)
public enum TransactionReporting: Sendable {
    public struct TokenType: RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let coreTechnology = TokenType(rawValue: "")
    }
    public static func token(for tokenType: TokenType) async throws -> String { "" }
}
