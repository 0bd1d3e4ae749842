/// Finds the words in a path after which an operation without an ID is named.
enum PathWords {

    /// Returns the words of a segment outside its parameters: `photo` for `photo.{format}`, and `cancel` for
    /// `{id}:cancel`.
    ///
    /// The keys of OData, the extension of a file and the prefix of a version add nothing: `Pets` for `Pets(id={id})`,
    /// and none for `{id}.json` and `v{version}`.
    static func texts(of segment: Substring) -> [String] {
        guard segment.contains("{") else { return [String(segment)] }
        let parts = URLTemplate(String(segment.prefix { $0 != "(" })).parts
        return parts.enumerated().compactMap { index, part in
            guard case .text(let text) = part, index == 0 || !text.hasPrefix(".") else { return nil }
            let word = letters(text)
            return word.isEmpty || word == "v" ? nil : text
        }
    }

    /// Returns a path without the names of keys that parameters repeat: `/Pets('{id}')` for `/Pets(id='{id}')`.
    static func withoutKeyNames(_ path: String) -> String {
        guard path.contains("=") else { return path }
        return path.replacing(/([(,]\s*)([^(),=]+)=(['"]?)\{([^{}]+)\}/) { match in
            let isRepeated = letters(match.2) == letters(match.4)
            return isRepeated ? "\(match.1)\(match.3){\(match.4)}" : String(match.0)
        }
    }

    /// Returns the letters and digits of a text in lower case.
    static func letters(_ text: some StringProtocol) -> String {
        String(text.filter { $0.isLetter || $0.isNumber }).lowercased()
    }
}
