import Foundation

extension InputCheck {
    /// Returns the code of a locale in the service's format: `en-CA`.
    ///
    /// - Throws: `TaskError.invalidInput` if the locale has no two-letter language with a region.
    static func code(of locale: Locale?) throws(Failure) -> String? {
        guard let locale else { return nil }
        let base = locale.identifier.prefix { $0 != "@" && $0 != "." }
        let parts = base.split(whereSeparator: { "_-".contains($0) }).map(String.init)
        // A script, as in zh-Hant-TW, appears between the two and is not sent.
        guard let language = parts.first?.lowercased(), let region = parts.dropFirst().last?.uppercased(),
            isCode(language), isCode(region)
        else { throw .invalidInput("A locale needs a two-letter language and a two-letter region, as in en-CA.") }
        return "\(language)-\(region)"
    }

    private static func isCode(_ text: String) -> Bool {
        text.utf8.count == 2 && text.allSatisfy { $0.isASCII && $0.isLetter }
    }

    /// Checks the code of a locale that is already a string.
    static func localeCode(_ text: String?) throws(Failure) {
        guard let text else { return }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        try require(
            parts.count == 2 && parts.allSatisfy(isCode) && parts[0] == parts[0].lowercased()
                && parts[1] == parts[1].uppercased(),
            "A locale must have the form en-CA."
        )
    }
}
