package import APIRuntime
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A name-value pair of a query or a form.
package struct TextItem: Hashable, Sendable {
    /// The percent-decoded name.
    package var name: String

    /// The percent-encoded value as sent.
    package var rawValue: String

    /// The reason why the escapes of the name cannot be decoded; `nil` for a decoded name.
    package let nameProblem: String?

    /// Creates an item.
    package init(name: String, rawValue: String, nameProblem: String? = nil) {
        self.name = name
        self.rawValue = rawValue
        self.nameProblem = nameProblem
    }

    /// The percent-decoded value.
    package var value: String { rawValue.percentDecoded }

    /// Checks that the percent escapes of the name and the value can be decoded.
    ///
    /// - Throws: ``DecodingFailure`` without the name.
    package func checkEscapes() throws(DecodingFailure) {
        if let nameProblem { throw DecodingFailure(.syntax, nameProblem) }
        try rawValue.checkEscapes()
    }
}

/// A parser for the `name=value&name=value` of a query or a form.
package enum QueryText {
    /// Returns the names and values in order.
    ///
    /// - Parameters:
    ///   - text: The string of the query or form, without a leading question mark.
    ///   - plusIsSpace: Whether `+` means a space, as it does in forms.
    /// - Returns: The items; a name without a value has an empty value.
    package static func items(_ text: String, plusIsSpace: Bool) -> [TextItem] {
        items(text.utf8, plusIsSpace: plusIsSpace)
    }

    /// Returns the names and values in a form in order.
    ///
    /// - Parameters:
    ///   - body: The bytes of the form.
    ///   - limits: The limits of the form, which are checked before items are created.
    /// - Returns: The items; a name without a value has an empty value.
    /// - Throws: ``DecodingFailure`` if there are too many fields, or if the bytes are not UTF-8.
    package static func items(inForm body: [UInt8], limits: FormLimits) throws(DecodingFailure) -> [TextItem] {
        let ampersand = UInt8(ascii: "&")
        var count = 0
        var previous = ampersand
        for byte in body {
            if previous == ampersand, byte != ampersand { count += 1 }
            previous = byte
        }
        try limits.check(fields: count)
        guard String(decoding: body, as: UTF8.self).utf8.elementsEqual(body) else {
            throw DecodingFailure(.syntax, "the form is not UTF-8")
        }
        return items(body, plusIsSpace: true)
    }

    private static func items(_ text: some Collection<UInt8>, plusIsSpace: Bool) -> [TextItem] {
        text.split(separator: UInt8(ascii: "&")).map { pair in
            let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let texts = halves.map { half in
                let text = String(decoding: half, as: UTF8.self)
                return plusIsSpace ? text.replacing("+", with: "%20") : text
            }
            return TextItem(
                name: texts[0].percentDecoded,
                rawValue: texts.count > 1 ? texts[1] : "",
                nameProblem: texts[0].escapeProblem
            )
        }
    }
}

extension StringProtocol {
    /// The percent-decoded string; the unchanged string if the encoded bytes are not UTF-8.
    package var percentDecoded: String {
        utf8.contains(UInt8(ascii: "%")) ? removingPercentEscapes() ?? String(self) : String(self)
    }

    /// Checks that the percent escapes can be decoded.
    ///
    /// Without this check, a text with other escapes is read as another one, which is sent with the escape `%25`.
    ///
    /// - Throws: ``DecodingFailure`` for a percent sign that begins no escape, and for bytes that are not UTF-8.
    package func checkEscapes() throws(DecodingFailure) {
        if let problem = escapeProblem { throw DecodingFailure(.syntax, problem) }
    }

    /// The reason why the percent escapes cannot be decoded; `nil` if they can.
    fileprivate var escapeProblem: String? {
        guard utf8.contains(UInt8(ascii: "%")), removingPercentEscapes() == nil else { return nil }
        let areComplete = split(separator: "%", omittingEmptySubsequences: false).dropFirst().allSatisfy { rest in
            rest.prefix(2).count { $0.isASCII && $0.isHexDigit } == 2
        }
        return areComplete
            ? "the bytes of its percent escapes are not UTF-8"
            : "a percent sign begins no escape; '%' itself is sent as '%25'"
    }
}
