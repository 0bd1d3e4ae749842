extension SensibillAPIModel {
    /// A time of day as printed on a document, to the minute, without a time zone.
    public struct DocumentTime: Hashable, Comparable, Sendable, CustomStringConvertible {
        /// Hour from 0 to 23.
        public let hour: Int

        /// Minute from 0 to 59.
        public let minute: Int

        /// Creates a time; `nil` if the hour or minute is out of range.
        public init?(hour: Int, minute: Int) {
            guard 0...23 ~= hour, 0...59 ~= minute else { return nil }
            self.hour = hour
            self.minute = minute
        }

        /// Creates a time from a string such as `08:05`; `nil` for any other form.
        public init?(_ text: String) {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { 48...57 ~= $0 } }),
                let hour = Int(parts[0]), let minute = Int(parts[1])
            else { return nil }
            self.init(hour: hour, minute: minute)
        }

        /// The time in the form `08:05`, as used in filters.
        public var description: String {
            let digits = [hour, minute].map { $0 < 10 ? "0\($0)" : "\($0)" }
            return digits.joined(separator: ":")
        }

        /// Returns whether the first time is earlier than the second.
        public static func < (lhs: Self, rhs: Self) -> Bool {
            (lhs.hour, lhs.minute) < (rhs.hour, rhs.minute)
        }
    }
}
