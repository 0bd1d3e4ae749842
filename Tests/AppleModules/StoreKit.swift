// swift-format-ignore-file
public struct Storefront: Sendable {
    public let countryCode: String
    public static var current: Storefront? { get async { nil } }
}
