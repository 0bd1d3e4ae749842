/// A type with private properties: descriptions, dumps and test failures show only the name of the type.
///
/// The protocol uses reflection alone, so a property may be called `description`.
public protocol RedactedReflectable: CustomReflectable {}

extension RedactedReflectable {
    /// A mirror without private properties, so that no function that prints a value shows them.
    public var customMirror: Mirror {
        guard let value = self as? any PartlyReflectable else {
            return Mirror(self, children: [:], displayStyle: .struct)
        }
        return Mirror(self, children: value.shownProperties)
    }
}

/// A type with private properties, whose dumps show some other properties.
protocol PartlyReflectable: RedactedReflectable {
    /// The names and values of the properties that are not private.
    var shownProperties: KeyValuePairs<String, Any> { get }
}
