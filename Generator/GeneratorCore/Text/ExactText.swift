/// A string that equals another one only when their bytes do.
///
/// Strings that Unicode calls equivalent, such as an `é` in one or in two scalars, are different names in JSON.
struct ExactText: Hashable {

    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (first: ExactText, second: ExactText) -> Bool {
        first.text == second.text && first.text.utf8.elementsEqual(second.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}
