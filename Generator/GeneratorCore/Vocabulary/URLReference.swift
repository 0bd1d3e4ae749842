/// A URL of a document, which may be relative (RFC 3986, section 4.2).
struct URLReference: Hashable {

    let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Whether the reference begins with a scheme.
    ///
    /// A reference that begins with a variable in braces counts, because the variable may contain the scheme.
    var isAbsolute: Bool { text.contains("://") || text.hasPrefix("{") }

    /// Whether the reference begins with a host.
    var hasHost: Bool { text.hasPrefix("//") }

    /// The scheme; `nil` for a relative reference, or if a variable contains it.
    var scheme: String? {
        text.firstRange(of: "://").map { String(text[..<$0.lowerBound]) }.flatMap { $0.contains("{") ? nil : $0 }
    }

    /// Returns the absolute URL of this reference; `nil` if the base has no scheme or no host.
    ///
    /// - Parameter base: The URL of a server. A variable in braces is part of its segment.
    /// - Returns: The URL, without `.` and `..` in its path.
    func resolved(against base: URLReference) -> String? {
        guard !isAbsolute else { return text }
        guard let scheme = base.scheme, let mark = base.text.firstRange(of: "://") else { return nil }
        let rest = base.text[mark.upperBound...]
        let host = rest.prefix { !"/?#".contains($0) }
        guard !host.isEmpty else { return nil }
        if hasHost {
            return "\(scheme):\(text)"
        }
        let basePath = rest.dropFirst(host.count).prefix { !"?#".contains($0) }
        guard let first = text.first, !"?#".contains(first) else {
            return "\(scheme)://\(host)\(basePath)\(text)"
        }
        let path = text.prefix { !"?#".contains($0) }
        let folder = basePath.split(separator: "/", omittingEmptySubsequences: false).dropFirst().dropLast()
        let own = path.split(separator: "/", omittingEmptySubsequences: false)
        let steps = first == "/" ? Array(own.dropFirst()) : Array(folder) + own
        return "\(scheme)://\(host)/\(Self.plain(steps))\(text.dropFirst(path.count))"
    }

    /// Returns a path without `.` and `..`.
    private static func plain(_ steps: [Substring]) -> String {
        var plain: [Substring] = []
        for (index, step) in steps.enumerated() {
            if step == ".." {
                _ = plain.popLast()
            } else if step != "." {
                plain.append(step)
            }
            if step == "." || step == "..", index == steps.count - 1 {
                plain.append("")
            }
        }
        return plain.joined(separator: "/")
    }
}
