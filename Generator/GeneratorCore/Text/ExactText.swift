import YAMLReader

/// A string that equals another one only if their bytes are equal.
///
/// Strings that are canonically equivalent in Unicode, such as an `é` of one or two scalars, are different names in
/// JSON.
struct ExactText: Hashable {

    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (first: ExactText, second: ExactText) -> Bool {
        haveSameBytes(first.text, second.text)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}
