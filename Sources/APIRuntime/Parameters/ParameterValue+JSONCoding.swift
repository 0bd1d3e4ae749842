public import Foundation

extension ParameterValue where Self: JSONCodable {
    /// The shape that the value's JSON has: a scalar's text, a list's elements, an object's members.
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

extension ParameterShape {
    /// The shape of any value that can be written as JSON.
    init(json value: some JSONCodable) {
        self.init(JSONValue(encoding: value))
    }

    /// The shape of a JSON value.
    init(_ value: JSONValue) {
        switch value {
        case .array(let items): self = .list(items.map(\.parameterText))
        case .object(let object): self = .object(object.members.map { ($0.name, $0.value.parameterText) })
        default: self = .primitive(value.parameterText)
        }
    }
}

extension JSONValue {
    /// The JSON value that another value is written as.
    init(encoding value: some JSONCodable) {
        // What the writer wrote, the reader reads; the failure is there only for the signature.
        self = (try? JSONCoding.decode(JSONValue.self, from: JSONCoding.encode(value))) ?? .null
    }

    /// A scalar's text, without quotes; an empty text for `null`; JSON for a list or an object.
    var parameterText: String {
        switch self {
        case .string(let text): text
        case .null: ""
        default: String(decoding: JSONCoding.encode(self), as: UTF8.self)
        }
    }
}
