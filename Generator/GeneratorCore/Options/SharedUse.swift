/// The use that documents make of the schemas of other files, by path and pointer.
///
/// All documents that share a schema get the same type.
public struct SharedUse: Hashable, Sendable {
    /// The schemas of requests.
    var sent: Set<String> = []
    /// The schemas of responses.
    var received: Set<String> = []
    /// The schemas that references name.
    var named: Set<String> = []
    /// The schemas of bodies in XML.
    var xml: Set<String> = []
    /// The schemas that are the whole body of a multipart request.
    var multipart: Set<String> = []

    /// Creates an empty use.
    public init() {}

    /// Adds the use of other documents.
    public mutating func formUnion(_ other: SharedUse) {
        sent.formUnion(other.sent)
        received.formUnion(other.received)
        named.formUnion(other.named)
        xml.formUnion(other.xml)
        multipart.formUnion(other.multipart)
    }
}
