/// The use that documents make of the schemas of other files, by path and pointer.
///
/// All documents that share a schema get the same type.
public struct SharedUse: Hashable, Sendable {
    /// Schemas of requests.
    var sent: Set<String> = []
    /// Schemas of responses.
    var received: Set<String> = []
    /// Schemas that references name.
    var named: Set<String> = []
    /// Schemas of bodies in XML.
    var xml: Set<String> = []
    /// Schemas that are the whole body of a multipart request.
    var multipart: Set<String> = []
    /// Schemas of changes, in which an absent property leaves the value unchanged.
    var changes: Set<String> = []
    /// Schemas of anything other than changes.
    var elsewhere: Set<String> = []

    /// Creates a use of nothing.
    public init() {}

    /// Adds the use that other documents make.
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
