/// A type with private properties: descriptions, dumps and test failures show only the name of the type.
///
/// The protocol uses reflection alone, so a property may be called `description`.
public protocol RedactedReflectable: CustomReflectable {}

extension RedactedReflectable {
    /// A mirror without children, so that no function that prints a value shows its properties.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
