extension StringProtocol {
    /// Returns the string without spaces and tabs at both ends, which HTTP allows around values (RFC 9110, section 5.6.3).
    package func trimmingSpaces() -> String {
        func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
        guard let first = unicodeScalars.firstIndex(where: { !isSpace($0) }),
            let last = unicodeScalars.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(self[first..<unicodeScalars.index(after: last)])
    }

    /// Returns the string with the byte of each `%XX` in its place.
    ///
    /// - Returns: The decoded string; `nil` if a `%` is not followed by two hexadecimal digits, or the bytes are not UTF-8.
    package func removingPercentEscapes() -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        var rest = utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next()?.hexadecimalValue, let low = rest.next()?.hexadecimalValue else { return nil }
            bytes.append(high << 4 | low)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        // The decoder replaces what is not UTF-8.
        return text.utf8.elementsEqual(bytes) ? text : nil
    }
}

extension String {
    /// Returns a path and its query without the items of a name.
    func withoutQueryItems(named name: String) -> String {
        guard let mark = firstIndex(of: "?") else { return self }
        let items = self[index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
        let others = items.filter { item in
            let own = item.prefix { $0 != "=" }
            return (own.removingPercentEscapes() ?? String(own)) != name
        }
        guard others.count < items.count else { return self }
        return others.isEmpty ? String(self[..<mark]) : self[...mark] + others.joined(separator: "&")
    }
}
