extension JSONNumber {

    /// Returns whether the number is an exact multiple of another one.
    ///
    /// Also returns `true` when the divisor has more than 18 digits, or the magnitudes differ too much to compute the
    /// remainder.
    func isMultiple(of divisor: JSONNumber) -> Bool {
        guard let own = significantDigits(), let unit = divisor.significantDigits(), !unit.digits.isEmpty else {
            return true
        }
        guard !own.digits.isEmpty else { return true }
        let zeros = own.exponent - unit.exponent
        // If the divisor's last digit is further left, its multiples end in zeros.
        guard zeros >= 0 else { return false }
        guard zeros < 4096, let modulus = UInt64(unit.digits), modulus <= 1_000_000_000_000_000_000 else { return true }
        var rest: UInt64 = 0
        for digit in own.digits.utf8 { rest = Self.append(ASCII.digit(digit), to: rest, modulo: modulus) }
        return Self.product(rest, Self.power(of: 10, zeros, modulo: modulus), modulo: modulus) == 0
    }

    /// Returns a power by squaring, so that a large exponent in a short number costs little.
    private static func power(of base: UInt64, _ exponent: Int, modulo modulus: UInt64) -> UInt64 {
        var (power, square, rest) = (1 % modulus, base % modulus, exponent)
        while rest > 0 {
            if rest & 1 == 1 { power = product(power, square, modulo: modulus) }
            square = product(square, square, modulo: modulus)
            rest >>= 1
        }
        return power
    }

    private static func product(_ first: UInt64, _ second: UInt64, modulo modulus: UInt64) -> UInt64 {
        modulus.dividingFullWidth(first.multipliedFullWidth(by: second)).remainder
    }

    private static func append(_ digit: UInt8, to rest: UInt64, modulo modulus: UInt64) -> UInt64 {
        let product = rest.multipliedFullWidth(by: 10)
        let (low, carry) = product.low.addingReportingOverflow(UInt64(digit))
        return modulus.dividingFullWidth((product.high + (carry ? 1 : 0), low)).remainder
    }
}
