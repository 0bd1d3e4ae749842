/// A bound of a schema; numbers as their digits.
indirect enum RuleModel: Hashable {
    case length(Int?, Int?)
    case pattern(String)
    case minimum(String), above(String), maximum(String), below(String), multiple(String)
    case items(Int?, Int?)
    case unique
    case members(Int?, Int?)
    /// Bounds of each element of a list, or of each value of a map.
    case each([RuleModel])
}
