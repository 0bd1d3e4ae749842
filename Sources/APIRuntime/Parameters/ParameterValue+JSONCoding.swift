#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ParameterValue where Self: JSONCodable {
    /// The shape of the value's JSON: a scalar's string, an array's elements, or an object's properties.
    ///
    /// An array or object inside another one becomes a string with its JSON. `null` is an empty string, and inside of an
    /// array or object it is omitted (RFC 6570, section 2.3). Read-only properties are omitted, as in the body of a
    /// request.
    public var parameterShape: ParameterShape { ParameterShape(json: self) }
}

extension ParameterValue where Self: OpenEnum {
    /// The raw value as a string.
    public var parameterShape: ParameterShape { .primitive(rawValue) }
}

extension Date: ParameterValue {}
extension CalendarDate: ParameterValue {}

extension CalendarDuration: ParameterValue {
    /// The duration as a string.
    @_spi(Generated)
    public var parameterShape: ParameterShape { .primitive(description) }
}

extension DecimalString: ParameterValue {
    /// The digits.
    @_spi(Generated)
    public var parameterShape: ParameterShape { .primitive(text) }
}

extension TimeOfDay: ParameterValue {
    /// The time as a string.
    @_spi(Generated)
    public var parameterShape: ParameterShape { .primitive(description) }
}

extension ParameterShape {
    /// Creates the shape of any value that can be written as JSON.
    init(json value: some JSONCodable) {
        self.init(JSONValue(encoding: value, options: .request), isTuple: value is any TupleModel)
    }

    /// Creates the shape of any value that can be written as JSON.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - isExact: Becomes `false` if the value has a number that JSON does not have.
    init(json value: some JSONCodable, isExact: inout Bool) {
        self.init(JSONValue(encoding: value, options: .request, isExact: &isExact), isTuple: value is any TupleModel)
    }

    /// Creates the shape of a JSON value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - isTuple: Whether the positions of an array have meanings, so that null is an empty string.
    init(_ value: JSONValue, isTuple: Bool = false) {
        switch value {
        case .array(let items) where isTuple: self = .list(items.map { $0.isNull ? "" : $0.plainText })
        case .array(let items): self = .list(items.filter { !$0.isNull }.map(\.plainText))
        case .object(let object):
            self = .object(object.members.filter { !$0.value.isNull }.map { ($0.name, $0.value.plainText) })
        default: self = .primitive(value.plainText)
        }
    }
}

extension JSONValue {
    /// Whether the value is an object, or an array that contains one or another array.
    var isNested: Bool {
        switch self {
        case .object: true
        case .array(let items):
            items.contains { item in
                switch item {
                case .object, .array: true
                default: false
                }
            }
        default: false
        }
    }
}
