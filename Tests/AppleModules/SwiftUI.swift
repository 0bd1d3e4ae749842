// swift-format-ignore-file
// The declarations that the example apps use. Most initializers and modifiers return a view of one type, so this check
// finds wrong names, labels, types and isolation, but not views that are too complex.
public import Combine
public import Foundation

@preconcurrency @MainActor
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { preconditionFailure("A stand-in is not shown.") }
}

public protocol Leaf: View where Body == Never {}
extension Leaf { public var body: Never { preconditionFailure("A stand-in is not shown.") } }

/// A view or scene of any type.
public struct Shown: Leaf, Scene { nonisolated public init() {} }

@resultBuilder
public enum ViewBuilder {
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> Shown { Shown() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildOptional(_ content: (any View)?) -> Shown { Shown() }
    public static func buildEither<Content: View>(first: Content) -> Shown { Shown() }
    public static func buildEither<Content: View>(second: Content) -> Shown { Shown() }
}

// MARK: - Apps

@preconcurrency @MainActor
public protocol Scene {}

@resultBuilder
public enum SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

@preconcurrency @MainActor
public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}

public struct WindowGroup: Scene { public init<Content: View>(@ViewBuilder content: () -> Content) {} }

// MARK: - State

@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public var projectedValue: Binding<Value> { self }
    public subscript<Part>(dynamicMember path: WritableKeyPath<Value, Part>) -> Binding<Part> {
        Binding<Part>(wrappedValue: wrappedValue[keyPath: path])
    }
}

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

@MainActor @preconcurrency @propertyWrapper
public struct ObservedObject<Object: ObservableObject> {
    @MainActor @preconcurrency @dynamicMemberLookup
    public struct Wrapper {
        let object: Object
        public subscript<Value>(dynamicMember path: ReferenceWritableKeyPath<Object, Value>) -> Binding<Value> {
            Binding(wrappedValue: object[keyPath: path])
        }
    }
    public var wrappedValue: Object
    public init(wrappedValue: Object) { self.wrappedValue = wrappedValue }
    public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }
}

@MainActor @preconcurrency @propertyWrapper
public struct StateObject<Object: ObservableObject> {
    nonisolated public init(wrappedValue make: @autoclosure @escaping () -> Object) {}
    public var wrappedValue: Object { preconditionFailure("A stand-in has no object.") }
    public var projectedValue: ObservedObject<Object>.Wrapper { ObservedObject(wrappedValue: wrappedValue).projectedValue }
}

@MainActor @preconcurrency @propertyWrapper
public struct EnvironmentObject<Object: ObservableObject> {
    nonisolated public init() {}
    public var wrappedValue: Object { preconditionFailure("A stand-in has no environment.") }
}

// MARK: - Views

public struct ProgressView: Leaf { public init() {} }
public struct Spacer: Leaf { public init() {} }
public struct EmptyView: Leaf { public init() {} }
public struct Image: Leaf { public init(systemName: String) {} }
public struct Label: Leaf {
    public init(_ title: String, systemImage: String) {}
    public init(_ title: String, image: String) {}
}
public struct TabView: Leaf {
    public init<Selection: Hashable, Content: View>(selection: Binding<Selection>?, @ViewBuilder content: () -> Content) {}
}
public struct ScrollView: Leaf { public init<Content: View>(@ViewBuilder content: () -> Content) {} }
public struct LazyVStack: Leaf {
    public init<Content: View>(alignment: HorizontalAlignment = .center, @ViewBuilder content: () -> Content) {}
}
public struct Form: Leaf { public init<Content: View>(@ViewBuilder content: () -> Content) {} }
public struct Group: Leaf { public init<Content: View>(@ViewBuilder content: () -> Content) {} }
public struct HStack: Leaf { public init<Content: View>(@ViewBuilder content: () -> Content) {} }
public struct NavigationStack: Leaf { public init<Root: View>(@ViewBuilder root: () -> Root) {} }
public struct TextField: Leaf { public init(_ title: String, text: Binding<String>) {} }
public struct SecureField: Leaf { public init(_ title: String, text: Binding<String>) {} }
public struct Toggle: Leaf { public init(_ title: String, isOn: Binding<Bool>) {} }

public struct VStack: Leaf {
    public init<Content: View>(alignment: HorizontalAlignment = .center, @ViewBuilder content: () -> Content) {}
}

public struct Section: Leaf {
    public init<Content: View>(@ViewBuilder content: () -> Content) {}
    public init<Content: View>(_ title: String, @ViewBuilder content: () -> Content) {}
    public init<Content: View, Footer: View>(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {}
}

public struct Text: Leaf {
    public struct DateStyle: Sendable { public static let date = DateStyle() }
    public init(_ text: String) {}
    public init(_ date: Date, style: DateStyle) {}
    public init<Format: FormatStyle>(_ value: Format.FormatInput, format: Format)
    where Format.FormatInput: Equatable, Format.FormatOutput == String {}
    public func bold() -> Text { self }
}

public struct Button: Leaf {
    public init(_ title: String, action: @escaping @MainActor () -> Void) {}
    public init(_ title: String, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
    public init<Content: View>(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Content) {}
}

public struct NavigationLink: Leaf {
    public init<Value: Hashable, Content: View>(value: Value?, @ViewBuilder label: () -> Content) {}
}

public struct List: Leaf {
    public init<Content: View>(@ViewBuilder content: () -> Content) {}
    public init<Data: RandomAccessCollection, Row: View>(_ data: Data, @ViewBuilder row: @escaping (Data.Element) -> Row)
    where Data.Element: Identifiable {}
}

public struct ForEach: Leaf {
    public init<Data: RandomAccessCollection, ID: Hashable, Content: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {}
    public init<Data: RandomAccessCollection, Content: View>(
        _ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) where Data.Element: Identifiable {}
}

// MARK: - Values

public enum HorizontalAlignment: Sendable { case leading, center }
public enum HorizontalEdge: Sendable { case leading, trailing }
public enum VerticalEdge: Sendable { case top, bottom }
public struct ButtonRole: Sendable { public static let destructive = ButtonRole() }
public struct Font: Sendable { public static let headline = Font() }
public struct TextContentType: Sendable { public static let username = Self(), password = Self() }
public struct Color: Sendable { public static let black = Self(), red = Self(), secondary = Self(), yellow = Self() }
public protocol PrimitiveButtonStyle {}
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle { public init() {} }
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

// MARK: - Modifiers

extension View {
    public func task(@_inheritActorContext _ action: @escaping @Sendable () async -> Void) -> Shown { Shown() }
    public func task<ID: Equatable>(
        id: ID, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> Shown { Shown() }
    public func refreshable(action: @escaping @Sendable () async -> Void) -> Shown { Shown() }
    public func onChange<Value: Equatable>(of value: Value, perform action: @escaping (Value) -> Void) -> Shown { Shown() }
    public func onOpenURL(perform action: @escaping (URL) -> Void) -> Shown { Shown() }
    public func onAppear(perform action: (() -> Void)? = nil) -> Shown { Shown() }
    public func tabItem<Content: View>(@ViewBuilder _ label: () -> Content) -> Shown { Shown() }
    public func tag<Value: Hashable>(_ tag: Value) -> Shown { Shown() }
    public func disabled(_ isDisabled: Bool) -> Shown { Shown() }
    public func font(_ font: Font?) -> Shown { Shown() }
    public func foregroundColor(_ color: Color?) -> Shown { Shown() }
    public func tint(_ color: Color?) -> Shown { Shown() }
    public func padding() -> Shown { Shown() }
    public func textContentType(_ type: TextContentType?) -> Shown { Shown() }
    public func buttonStyle(_ style: some PrimitiveButtonStyle) -> Shown { Shown() }
    public func navigationTitle(_ title: String) -> Shown { Shown() }
    public func navigationDestination<Value: Hashable, Content: View>(
        for type: Value.Type, @ViewBuilder destination: @escaping (Value) -> Content
    ) -> Shown { Shown() }
    public func searchable(text: Binding<String>) -> Shown { Shown() }
    public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> Shown { Shown() }
    public func safeAreaInset<Content: View>(edge: VerticalEdge, @ViewBuilder content: () -> Content) -> Shown { Shown() }
    public func swipeActions<Content: View>(
        edge: HorizontalEdge = .trailing, @ViewBuilder content: () -> Content
    ) -> Shown { Shown() }
}
