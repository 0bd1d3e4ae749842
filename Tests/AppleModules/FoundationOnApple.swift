// swift-format-ignore-file
public import Foundation
public import FoundationNetworking
public import Security

extension URLProtectionSpace {
    public var serverTrust: SecTrust? { nil }
}

extension URLCredential {
    public convenience init(trust: SecTrust) { self.init(user: "", password: "", persistence: .none) }
}

extension URLSessionConfiguration {
    public class func background(withIdentifier identifier: String) -> URLSessionConfiguration { .default }
}

extension URLSession {
    public var allTasks: [URLSessionTask] { get async { [] } }
}
