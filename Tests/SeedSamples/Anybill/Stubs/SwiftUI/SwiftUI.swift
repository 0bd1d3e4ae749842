// swift-format-ignore-file
// The declarations of the system's library that the samples use, for type-checking on other systems. Nothing is
// displayed.
public import OpenCombine

@preconcurrency
@MainActor
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { preconditionFailure("There is no such view.") }
}

/// A view of any type.
public struct Shown: View {
    public typealias Body = Never
    nonisolated public init() {}
    public var body: Never { preconditionFailure("A stub is never shown.") }
}

@resultBuilder
public enum ViewBuilder {
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> Shown { Shown() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildOptional(_ content: (any View)?) -> Shown { Shown() }
    public static func buildEither<Content: View>(first: Content) -> Shown { Shown() }
    public static func buildEither<Content: View>(second: Content) -> Shown { Shown() }
}

public struct Color: Sendable { public static let black = Color() }
public enum HorizontalAlignment { case center }

extension View {
    public func tabItem<Content: View>(@ViewBuilder _ label: () -> Content) -> Shown { Shown() }
    public func tag(_ value: some Hashable) -> Shown { Shown() }
    public func foregroundColor(_ color: Color?) -> Shown { Shown() }
    public func onAppear(perform action: (() -> Void)? = nil) -> Shown { Shown() }
    public func onChange<Value: Equatable>(of value: Value, perform action: @escaping (Value) -> Void) -> Shown {
        Shown()
    }
}

public protocol Leaf: View where Body == Never {}
extension Leaf { public var body: Never { preconditionFailure("A stub is never shown.") } }

public struct Text: Leaf { public init(_ text: String) {} }
public struct ProgressView: Leaf { public init() {} }
public struct Label: Leaf {
    public init(_ title: String, image: String) {}
    public init(_ title: String, systemImage: String) {}
}
public struct TabView: Leaf {
    public init<Selection: Hashable, Content: View>(
        selection: Binding<Selection>?,
        @ViewBuilder content: () -> Content
    ) {}
}
public struct ScrollView: Leaf { public init<Content: View>(@ViewBuilder content: () -> Content) {} }
public struct LazyVStack: Leaf {
    public init<Content: View>(alignment: HorizontalAlignment, @ViewBuilder content: () -> Content) {}
}
public struct ForEach: Leaf {
    public init<Data: RandomAccessCollection, ID: Hashable, Content: View>(
        _ data: Data,
        id: KeyPath<Data.Element, ID>,
        @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {}
}

public struct Binding<Value> {
    public var wrappedValue: Value
}

@MainActor
@propertyWrapper
public struct State<Value> {
    private final class Box { var value: Value; init(_ value: Value) { self.value = value } }
    private let box: Box
    public init(wrappedValue: Value) { box = Box(wrappedValue) }
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }
    public var projectedValue: Binding<Value> { Binding(wrappedValue: box.value) }
}

@MainActor
@propertyWrapper
public struct StateObject<Object: ObservableObject> {
    public let wrappedValue: Object
    public init(wrappedValue: @autoclosure @escaping () -> Object) { self.wrappedValue = wrappedValue() }
}

@MainActor
@propertyWrapper
public struct EnvironmentObject<Object: ObservableObject> {
    public init() {}
    public var wrappedValue: Object { preconditionFailure("A stub has no environment.") }
}
