#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

@_spi(Generated)
extension OperationCall {
    /// Adds a header parameter that HTTP defines as a date, such as `If-Modified-Since`, unless the date is `nil`.
    ///
    /// The date is written as `Sun, 06 Nov 1994 08:49:37 GMT`, without fractions of a second. Sending a date outside of the
    /// years 0 to 9999 fails, because a server would ignore the condition.
    public mutating func header(_ name: StaticString, httpDate date: Date?) {
        guard let date else { return }
        let name = name.description
        check(FiniteNumbers.hasOnly(date, date.parameterShape), "The header '\(name)'")
        setHeader(name, HTTPDate.format(date))
    }
}
