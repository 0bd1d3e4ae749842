import Foundation

extension InputCheck {
    /// The code of a locale as the service wants it: `en-CA`.
    ///
    /// - Throws: When the locale has no language of two letters with a region.
    static func code(of locale: Locale?) throws(Failure) -> String? {
        guard let locale else { return nil }
        let base = locale.identifier.prefix { $0 != "@" && $0 != "." }
        let parts = base.split(whereSeparator: { "_-".contains($0) }).map(String.init)
        // A script, as in zh-Hant-TW, stands between the two and is not sent.
        guard let language = parts.first?.lowercased(), let region = parts.dropFirst().last?.uppercased(),
            isCode(language), isCode(region)
        else { throw .invalidInput("A locale needs a language and a region of two letters, as en-CA has.") }
        return "\(language)-\(region)"
    }

    private static func isCode(_ text: String) -> Bool {
        text.utf8.count == 2 && text.allSatisfy { $0.isASCII && $0.isLetter }
    }

    /// The code of a locale that is text already.
    static func localeCode(_ text: String?) throws(Failure) {
        guard let text else { return }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        try require(
            parts.count == 2 && parts.allSatisfy(isCode) && parts[0] == parts[0].lowercased()
                && parts[1] == parts[1].uppercased(),
            "A locale must look like en-CA."
        )
    }
}
