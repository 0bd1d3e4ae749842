/// A bound of a schema; numbers are strings of digits.
indirect enum RuleModel: Hashable {
    case length(Int?, Int?)
    case pattern(String)
    case minimum(String), above(String), maximum(String), below(String), multiple(String)
    case items(Int?, Int?)
    case unique
    case members(Int?, Int?)
    /// A minimum and a maximum for the number of elements that satisfy some bounds.
    case contains([RuleModel], Int?, Int?)
    /// A type of JSON Schema by its word.
    case type(JSONType)
    /// One of some values, each as JSON.
    case oneOf([String])
    /// Bounds of each element of a list, or of each value of a map.
    case each([RuleModel])
}
