/// Durations as fractions of seconds, for arithmetic with dates.
extension Duration {
    /// The length in seconds, with about 15 significant digits.
    var inSeconds: Double {
        let parts = components
        return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
    }
}
