import YAMLReader

/// Finds the value in a response that a link passes to a parameter.
struct LinkValueFinder {

    /// A property on the path to a value.
    typealias Step = (name: Identifier, isOptional: Bool)

    /// The result for a value of a link.
    enum Value {
        /// The value is an argument.
        case given(LinkModel.Source)
        /// The value has no effect, for a reason.
        case refused(String)
    }

    /// The target of a value: a parameter or the body.
    struct Target {
        let name: Identifier
        let wireName: String
        let type: SwiftType
        let isRequired: Bool
    }

    /// The type of the response.
    let response: SwiftType

    /// Returns the result for an expression or a constant of a link.
    func value(_ node: Node, _ target: Target) -> Value {
        let head = "$response.body"
        guard let text = node.string, text.hasPrefix("$") || text.contains("{$") else {
            guard let literal = Defaults.literal(node, target.type) else {
                return .refused(
                    "\(node.shortJSON.map { "\($0) is" } ?? "This is") not a valid value for '\(target.wireName)'"
                )
            }
            return .given(.literal(literal))
        }
        guard text != head else {
            guard response == target.type else {
                return .refused("'\(text)' does not have the type of '\(target.wireName)'")
            }
            return .given(.whole)
        }
        guard text.hasPrefix(head + "#"), let pointer = JSONPointer(parsing: String(text.dropFirst(head.count + 1)))
        else {
            return .refused(Self.reason(text) + "; links support only values of the response body")
        }
        return member(text, pointer, target)
    }

    private func member(_ text: String, _ pointer: JSONPointer, _ target: Target) -> Value {
        guard let (steps, type) = response.member(pointer.tokens) else {
            let place = text.drop { $0 != "#" }.dropFirst()
            return .refused(
                response.holds(pointer.tokens[...])
                    ? "'\(place)' of the response is inside a list, a map, a union or a nullable value, "
                        + "which links do not support"
                    : "The response has no '\(place)'"
            )
        }
        guard type == target.type else {
            return .refused("'\(text)' does not have the type of '\(target.wireName)'")
        }
        // An optional value cannot be the argument of a required parameter.
        guard !target.isRequired || !steps.contains(where: \.isOptional) else {
            return .refused("'\(text)' may be missing in the response, but '\(target.wireName)' is required")
        }
        return .given(.member(steps))
    }

    /// Returns the reason why a value that is not in the response body is not supported.
    private static func reason(_ text: String) -> String {
        let kinds = [
            ("$response.header.", "is a header of the response"),
            ("$request.", "is a value of the request"), ("$url", "is the URL of the request"),
            ("$method", "is the method of the request"), ("$statusCode", "is the status of the response"),
        ]
        let kind = kinds.first { text.hasPrefix($0.0) }?.1
        return "'\(text)' \(kind ?? (text.contains("{$") ? "is a template" : "is not a runtime expression"))"
    }
}

extension SwiftType {

    /// Returns the properties on the path to a value in this type, and its type; `nil` if there is no such property.
    func member(_ path: [String]) -> (steps: [LinkValueFinder.Step], type: SwiftType)? {
        var current = self
        var steps: [LinkValueFinder.Step] = []
        for step in path {
            guard case .named(let named) = current, case .object(let object) = named.content,
                let property = object.properties.first(where: { $0.wireName == step })
            else { return nil }
            steps += property.steps
            current = property.type
        }
        return (steps, current)
    }

    /// Whether values of the type can have a value at a path, also in a list, a map or a union.
    fileprivate func holds(_ path: ArraySlice<String>) -> Bool {
        guard let step = path.first else { return true }
        switch self {
        case .json: return true
        case .optional(let wrapped): return wrapped.holds(path)
        case .array(let element), .arraySkippingInvalidElements(let element):
            return Int(step) != nil && element.holds(path.dropFirst())
        case .dictionary(let value): return value.holds(path.dropFirst())
        case .named(let named): return named.holds(path, step)
        default: return false
        }
    }
}

extension NamedType {

    fileprivate func holds(_ path: ArraySlice<String>, _ step: String) -> Bool {
        switch content {
        case .alias(let type): return type.holds(path)
        case .object(let object):
            return object.properties.first { $0.wireName == step }?.type.holds(path.dropFirst()) ?? false
        case .union: return true
        default: return false
        }
    }
}
