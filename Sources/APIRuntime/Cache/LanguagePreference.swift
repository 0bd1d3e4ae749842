internal import HTTPTypes

/// The preferred language of a request, from its `Accept-Language` (RFC 9110, section 12.5.4).
enum LanguagePreference {
    /// Returns the single language of the highest weight, in lower case.
    ///
    /// - Parameter fields: The fields of a request.
    /// - Returns: The tag; `nil` when several share the highest weight, when it is `*`, and when a weight is malformed.
    static func favourite(in fields: HTTPFields) -> String? {
        var best: (tag: String, weight: Double)?
        var isShared = false
        for member in fields[values: .acceptLanguage].flatMap({ $0.split(separator: ",") }) {
            let parts = member.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let tag = parts.first, !tag.isEmpty, let weight = weight(parts.dropFirst()) else { return nil }
            isShared = weight == best?.weight || isShared && weight < best?.weight ?? 0
            if weight > best?.weight ?? 0 { best = (tag, weight) }
        }
        guard let best, !isShared, best.tag != "*" else { return nil }
        return best.tag
    }

    private static func weight(_ parameters: ArraySlice<String>) -> Double? {
        guard let parameter = parameters.first else { return 1 }
        guard parameters.count == 1, parameter.hasPrefix("q=") else { return nil }
        return Double(parameter.dropFirst(2)).flatMap { (0...1).contains($0) ? $0 : nil }
    }
}
