// swift-format-ignore-file
public import Foundation

public struct SHA256Digest: Sequence {
    public func makeIterator() -> IndexingIterator<[UInt8]> { [UInt8]().makeIterator() }
}

public enum SHA256 {
    public static func hash(data: some DataProtocol) -> SHA256Digest { SHA256Digest() }
}
