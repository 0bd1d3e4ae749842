extension JSONNumber {

    /// Returns whether the number is larger than another one given as digits, compared exactly.
    func isMore(than digits: String) -> Bool {
        let other = JSONNumber(unchecked: digits)
        guard let own = significantDigits(), let foreign = other.significantDigits() else { return false }
        let (sign, otherSign) = (signum(own.digits), other.signum(foreign.digits))
        guard sign == otherSign else { return sign > otherSign }
        guard sign != 0 else { return false }
        let (first, second) = sign > 0 ? (own, foreign) : (foreign, own)
        let (place, otherPlace) = (first.digits.utf8.count + first.exponent, second.digits.utf8.count + second.exponent)
        guard place == otherPlace else { return place > otherPlace }
        // Both start at the same power of ten, so a lexicographic comparison is sufficient.
        return second.digits.utf8.lexicographicallyPrecedes(first.digits.utf8)
    }

    private func signum(_ digits: String) -> Int {
        digits.isEmpty ? 0 : isNegative ? -1 : 1
    }
}
