/// Durations as fractions of seconds, for arithmetic with dates.
extension Duration {
    /// The duration, but at most 31 years, because a task that sleeps for much longer ends the process.
    package var sleepable: Duration { min(self, .seconds(1_000_000_000)) }

    /// The length in seconds, with about 15 significant digits.
    var inSeconds: Double {
        let parts = components
        return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
    }
}
