public import Foundation

extension ParameterValue where Self: JSONCodable {
    /// The shape that the value's JSON has: a scalar's text, a list's elements, an object's properties.
    ///
    /// A list or object inside of another one becomes its JSON text. `null` is an empty text.
    public var parameterShape: ParameterShape { ParameterShape(json: self) }
}

extension ParameterValue where Self: OpenEnum {
    /// The raw text.
    public var parameterShape: ParameterShape { .primitive(rawValue) }
}

extension Date: ParameterValue {}
extension CalendarDate: ParameterValue {}

extension CalendarDuration: ParameterValue {
    /// The duration's text.
    public var parameterShape: ParameterShape { .primitive(description) }
}

extension DecimalString: ParameterValue {
    /// The digits.
    public var parameterShape: ParameterShape { .primitive(text) }
}

extension TimeOfDay: ParameterValue {
    /// The time's text.
    public var parameterShape: ParameterShape { .primitive(description) }
}

extension ParameterShape {
    /// The shape of any value that can be written as JSON.
    init(json value: some JSONCodable) {
        self.init(JSONValue(encoding: value))
    }

    /// The shape of a JSON value.
    init(_ value: JSONValue) {
        switch value {
        case .array(let items): self = .list(items.map(\.plainText))
        case .object(let object): self = .object(object.members.map { ($0.name, $0.value.plainText) })
        default: self = .primitive(value.plainText)
        }
    }
}

extension JSONValue {
    /// Whether the value is an object, or a list that holds one or a further list.
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
