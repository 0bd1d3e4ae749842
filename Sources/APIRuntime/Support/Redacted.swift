/// A type some of whose members must not be shown: descriptions, dumps and test failures name the type only.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    /// The type's name, without its members.
    public var description: String { "\(Self.self)(redacted)" }

    /// The type's name, without its members.
    public var debugDescription: String { description }

    /// No children, so that nothing that prints a value finds its members.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
