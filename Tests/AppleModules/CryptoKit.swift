// swift-format-ignore-file
public import Foundation

public struct SHA256Digest: Sequence {
    public func makeIterator() -> IndexingIterator<[UInt8]> { [UInt8]().makeIterator() }
}

public enum SHA256 {
    public static func hash(data: some DataProtocol) -> SHA256Digest { SHA256Digest() }
}

public struct SymmetricKey: Sendable {
    public init(data: some ContiguousBytes) {}
}

public struct HMAC<H> {
    public struct MAC: Sequence {
        public func makeIterator() -> IndexingIterator<[UInt8]> { [UInt8]().makeIterator() }
    }

    public static func authenticationCode(for data: some DataProtocol, using key: SymmetricKey) -> MAC { MAC() }
}
