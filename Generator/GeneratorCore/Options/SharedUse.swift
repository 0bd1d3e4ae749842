/// What documents do with the schemas of other files, by path and pointer.
///
/// A type is written in one way for all documents that share it.
public struct SharedUse: Hashable, Sendable {
    /// Schemas that travel in requests.
    var sent: Set<String> = []
    /// Schemas that travel in responses.
    var received: Set<String> = []
    /// Schemas that references name.
    var named: Set<String> = []
    /// Schemas that travel in XML.
    var xml: Set<String> = []
    /// Schemas that are the whole body of a multipart request.
    var multipart: Set<String> = []
    /// Schemas that travel in changes, where what is absent stays as it is.
    var changes: Set<String> = []
    /// Schemas that travel in anything else.
    var elsewhere: Set<String> = []

    /// Creates a use of nothing.
    public init() {}

    /// Adds what other documents do.
    public mutating func formUnion(_ other: SharedUse) {
        sent.formUnion(other.sent)
        received.formUnion(other.received)
        named.formUnion(other.named)
        xml.formUnion(other.xml)
        multipart.formUnion(other.multipart)
        changes.formUnion(other.changes)
        elsewhere.formUnion(other.elsewhere)
    }
}
