import Foundation

/// The format of purchase timestamps: UTC, always with six fraction digits.
enum MicrosecondStamp {
    /// Returns a timestamp such as `2026-10-20T08:01:29.014000Z`.
    static func text(_ date: Date) -> String {
        let micros = Int((date.timeIntervalSince1970 * 1_000_000).rounded())
        let (seconds, rest) = (micros.flooredQuotient(by: 1_000_000), micros.flooredRemainder(by: 1_000_000))
        let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
        let digits = String(rest)
        return "\(whole.dropLast()).\(String(repeating: "0", count: 6 - digits.count))\(digits)Z"
    }
}

extension Int {
    fileprivate func flooredRemainder(by divisor: Int) -> Int {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }

    fileprivate func flooredQuotient(by divisor: Int) -> Int {
        (self - flooredRemainder(by: divisor)) / divisor
    }
}
