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

    /// Creates an item.
    package init(name: String, rawValue: String) {
        self.name = name
        self.rawValue = rawValue
    }

    /// The percent-decoded value.
    package var value: String { rawValue.percentDecoded }
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
    /// - Throws: ``DecodingFailure`` if there are too many fields.
    package static func items(inForm body: [UInt8], limits: FormLimits) throws(DecodingFailure) -> [TextItem] {
        let ampersand = UInt8(ascii: "&")
        var count = 0
        var previous = ampersand
        for byte in body {
            if previous == ampersand, byte != ampersand { count += 1 }
            previous = byte
        }
        try limits.check(fields: count)
        return items(body, plusIsSpace: true)
    }

    private static func items(_ text: some Collection<UInt8>, plusIsSpace: Bool) -> [TextItem] {
        text.split(separator: UInt8(ascii: "&")).map { pair in
            let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let texts = halves.map { half in
                let text = String(decoding: half, as: UTF8.self)
                return plusIsSpace ? text.replacing("+", with: "%20") : text
            }
            return TextItem(name: texts[0].percentDecoded, rawValue: texts.count > 1 ? texts[1] : "")
        }
    }
}

extension StringProtocol {
    /// The percent-decoded string; the unchanged string if the encoded bytes are not UTF-8.
    package var percentDecoded: String {
        utf8.contains(UInt8(ascii: "%")) ? removingPercentEscapes() ?? String(self) : String(self)
    }
}
