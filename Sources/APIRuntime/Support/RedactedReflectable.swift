/// A type some of whose members must not be shown: descriptions, dumps and test failures name the type only.
///
/// Works through reflection alone, so that a member may be called `description`.
public protocol RedactedReflectable: CustomReflectable {}

extension RedactedReflectable {
    /// No children, so that nothing that prints a value finds its members.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
