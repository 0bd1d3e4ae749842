#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A value that can be a parameter in a path, query, header or cookie.
///
/// A ``JSONCodable`` type needs no implementation: the shape is derived from its JSON. Another type implements the
/// requirement:
///
/// ```swift
/// extension Duration: ParameterValue {
///     public var parameterShape: ParameterShape { .primitive("\(components.seconds)") }
/// }
/// ```
public protocol ParameterValue: Sendable {
    /// The value's strings, not yet encoded.
    var parameterShape: ParameterShape { get }
}

extension ParameterValue where Self: FixedWidthInteger {
    /// The decimal digits.
    @_spi(Generated)
    public var parameterShape: ParameterShape { .primitive(String(self)) }
}

extension ParameterValue where Self: FixedWidthInteger & JSONCodable {
    /// The decimal digits.
    @_spi(Generated)
    public var parameterShape: ParameterShape { .primitive(String(self)) }
}

extension String: ParameterValue {
    /// The string itself.
    @_spi(Generated)
    public var parameterShape: ParameterShape { .primitive(self) }
}

extension Substring: ParameterValue {
    /// The string itself.
    @_spi(Generated)
    public var parameterShape: ParameterShape { .primitive(String(self)) }
}

extension Bool: ParameterValue {
    /// `true` or `false`.
    @_spi(Generated)
    public var parameterShape: ParameterShape { .primitive(self ? "true" : "false") }
}

extension Int: ParameterValue {}
extension Int8: ParameterValue {}
extension Int16: ParameterValue {}
extension Int32: ParameterValue {}
extension Int64: ParameterValue {}
extension UInt: ParameterValue {}
extension UInt8: ParameterValue {}
extension UInt16: ParameterValue {}
extension UInt32: ParameterValue {}
extension UInt64: ParameterValue {}

extension Double: ParameterValue {
    /// The shortest digits that represent the same number, without `.0`.
    @_spi(Generated)
    public var parameterShape: ParameterShape { .primitive(shortestText(description)) }
}

extension Float: ParameterValue {
    /// The shortest digits that represent the same number, without `.0`.
    @_spi(Generated)
    public var parameterShape: ParameterShape { .primitive(shortestText(description)) }
}

extension Decimal: ParameterValue {
    /// The exact digits, with `.` as the decimal separator.
    @_spi(Generated)
    public var parameterShape: ParameterShape { .primitive(description) }
}

extension UUID: ParameterValue {
    /// Lower-case hexadecimal digits with hyphens, 36 characters.
    @_spi(Generated)
    public var parameterShape: ParameterShape { .primitive(uuidString.lowercased()) }
}

extension URL: ParameterValue {
    /// The absolute URL, unchanged.
    @_spi(Generated)
    public var parameterShape: ParameterShape { .primitive(absoluteString) }
}

extension Optional: ParameterValue where Wrapped: ParameterValue {
    /// The value's shape; an empty string when there is none.
    @_spi(Generated)
    public var parameterShape: ParameterShape { self?.parameterShape ?? .primitive("") }
}

extension Array: ParameterValue where Element: ParameterValue {
    /// The elements' strings in order, without those of elements that are `nil` (RFC 6570, section 2.3).
    ///
    /// The elements of a list in a list are separated by commas, or are JSON if one of them contains a comma.
    @_spi(Generated)
    public var parameterShape: ParameterShape { .list(compactMap { presentShape($0)?.elementText }) }
}

extension Set: ParameterValue where Element: ParameterValue {
    /// The elements' strings, sorted, so that equal sets produce equal URLs, without that of an element that is `nil`.
    ///
    /// The elements of a list in a set are separated by commas, or are JSON if one of them contains a comma.
    @_spi(Generated)
    public var parameterShape: ParameterShape { .list(compactMap { presentShape($0)?.elementText }.sorted()) }
}

extension Dictionary: ParameterValue where Key == String, Value: ParameterValue {
    /// The properties' strings, sorted by key, so that equal dictionaries produce equal URLs, without those of values
    /// that are `nil`.
    @_spi(Generated)
    public var parameterShape: ParameterShape {
        let members = compactMap { key, value in
            presentShape(value).map { (key, $0.joined(by: ",", explode: false)) }
        }
        return .object(members.sorted { $0.0 < $1.0 })
    }
}

/// Returns the shape of an element or property; `nil` for an optional one without a value.
private func presentShape<T: ParameterValue>(_ value: T) -> ParameterShape? {
    guard let optional = T.self as? any OptionalElement.Type else { return value.parameterShape }
    return optional.presentShape(of: value)
}

/// An optional element of a list, or property of an object.
private protocol OptionalElement {
    static func presentShape(of value: any ParameterValue) -> ParameterShape?
}

extension Optional: OptionalElement where Wrapped: ParameterValue {
    fileprivate static func presentShape(of value: any ParameterValue) -> ParameterShape? {
        (value as? Wrapped)?.parameterShape
    }
}

extension ParameterShape {
    /// The string of an element of a list.
    fileprivate var elementText: String {
        guard case .list(let items) = self, items.contains(where: { $0.utf8.contains(UInt8(ascii: ",")) }) else {
            return joined(by: ",", explode: false)
        }
        return String(decoding: JSONCoding.encode(items), as: UTF8.self)
    }
}

/// Returns the string of a floating-point number without a redundant fraction.
private func shortestText(_ description: String) -> String {
    description.hasSuffix(".0") ? String(description.dropLast(2)) : description
}
