import Testing
import YAMLReader

/// An invalid YAML text and the expected message.
struct BadYAML: Sendable, CustomTestStringConvertible {

    let text: String
    let problems: [String]

    init(_ text: String, _ problems: String...) {
        self.text = text
        self.problems = problems
    }

    var testDescription: String {
        text.debugDescription
    }
}

@Suite("Malformed YAML")
struct YAMLSyntaxTests {

    private static let tab = "A tab indents this line (Use spaces: YAML does not allow tabs in indentation)"
    private static let quotes =
        "A key with a value is not allowed here (Check the indentation and that colons before have"
        + " a space after them; put text with \": \" in quotes)"
    private static let align =
        "This line does not continue the mapping that contains it (Align its key with the mapping's other keys)"
    private static let list =
        "This line does not continue the list that contains it"
        + " (Start it with \"- \", or indent it like the value that it continues)"
    private static let colon =
        "This key has no colon"
        + " (Write \"key: value\", or correct the indentation of the lines around)"
    private static let follows =
        "Text follows the end of a value"
        + " (Put the whole value in quotes, or move the text to a new line)"
    private static let after = "Text follows the end of the document (Correct the indentation, or remove this text)"
    private static let anchor =
        "The name of an anchor or alias is not valid"
        + " (Use letters, digits, - and _, or put text that starts with & or * in quotes)"
    private static let tag = "This tag is not valid (Remove it, or put text that starts with ! in quotes)"
    private static let directive = "This directive is not valid (Remove the line that starts with %)"

    static let indentation = [
        BadYAML("a:\n\tb: 1\n", "2:1-2:2: \(tab)"),
        BadYAML("a:\n  \tb: 1\n", "2:3-2:4: \(tab)"),
        BadYAML("a: x\n\tb: 1\n", "2:1-2:2: \(tab)"),
        BadYAML("a: >-\n\tx\n", "2:1-2:2: \(tab)"),
        BadYAML("a:\n  b: 1\n c: 2\n", "3:2-3:3: \(align)", "  1:1-1:2: The mapping starts here"),
        BadYAML("a: 1\n- b\n", "2:1-2:2: \(align)", "  1:1-1:2: The mapping starts here"),
        BadYAML("- a\nb: 1\n", "2:1-2:2: \(list)", "  1:1-1:2: The list starts here"),
        BadYAML("a: 1\n  b: 2\n", "2:4-2:5: \(quotes)"),
    ]

    static let structure = [
        BadYAML("a: b: c\n", "1:5-1:6: \(quotes)"),
        BadYAML("key:value\nb: 1\n", "2:2-2:3: \(quotes)"),
        BadYAML("a: 1\nb\nc: 2\n", "2:1-2:2: \(colon)"),
        BadYAML("a: \"x\" y\n", "1:8-1:9: \(follows)"),
        BadYAML("é: 'it's'\n", "1:8-1:9: \(follows)"),
        BadYAML("- 'a' b\n", "1:7-1:8: \(follows)"),
        BadYAML("[a, b]]\n", "1:7-1:8: \(after)"),
        BadYAML("a: 1\n...\nb: 2\n", "3:1-3:2: \(after)"),
        BadYAML("a: - b\n", "1:4-1:5: A list item is not allowed here (Start the list on its own line)"),
        BadYAML("a: ? b\n", "1:4-1:5: A key is not allowed here (Start it on its own line)"),
        BadYAML(
            "a: [1, 2\nb: 3\n",
            "2:2-2:3: A comma or ] is missing here (Close the list or separate its items)",
            "  1:4-1:5: The list starts here"
        ),
        BadYAML(
            "a: {x: [1]\n\tb: 3\n",
            "2:2-2:3: A comma or } is missing here"
                + " (Close the mapping or separate its entries; put text that starts with { in quotes)",
            "  1:4-1:5: The mapping starts here"
        ),
        BadYAML("x: ]\n", "1:4-1:5: A value is missing here (Write a value, or remove this character)"),
    ]

    static let characters = [
        BadYAML("a: \"x\nb: 3\n", "1:4-1:5: The closing quote is missing (Close the text that starts here)"),
        BadYAML("a: 'x\n---\n", "1:4-1:5: The closing quote is missing (Close the text that starts here)"),
        BadYAML("a: @x\n", "1:4-1:5: A value cannot start with @ (Put the value in quotes)"),
        BadYAML("a: `x`\n", "1:4-1:5: A value cannot start with ` (Put the value in quotes)"),
        BadYAML(
            "a: \"\\q\"\n",
            "1:5-1:6: This escape does not exist (Write \\\\ for a backslash, or use single quotes)"
        ),
        BadYAML(
            "a: \"\\x1\"\n",
            "1:7-1:8: This escape has too few hexadecimal digits (Write two after \\x, four after \\u, eight after \\U)"
        ),
        BadYAML(
            "a: \"\\ud800\"\n",
            "1:7-1:8: This escape is no Unicode character (Write the character itself, or its whole code after \\U)"
        ),
        BadYAML(
            "x: |0\n  a\n",
            "1:5-1:6: A block text cannot be indented by 0 (Write a digit from 1 to 9 after | or >, or none)"
        ),
        BadYAML(
            "x: | a\n  b\n",
            "1:6-1:7: Nothing but a comment may follow on this line (Move the text to the next line)"
        ),
        BadYAML("x: &\n", "1:5-1:5: \(anchor)"),
        BadYAML("x: *?\n", "1:5-1:6: \(anchor)"),
        BadYAML("x: !<a\n", "1:7-1:7: \(tag)"),
        BadYAML("x: !h!a b\n", "1:4-1:5: \(tag)"),
        BadYAML("%YAML 3.0\n---\na", "1:1-1:2: \(directive)"),
        BadYAML("%FOO\n---\na", "1:5-1:5: \(directive)"),
    ]

    @Test("an indentation error has its position and a hint", arguments: indentation)
    func badIndentation(bad: BadYAML) {
        #expect(problems(bad.text) == bad.problems)
    }

    @Test("misplaced syntax is reported", arguments: structure)
    func badStructure(bad: BadYAML) {
        #expect(problems(bad.text) == bad.problems)
    }

    @Test("invalid quotes, escapes and names are reported", arguments: characters)
    func badCharacters(bad: BadYAML) {
        #expect(problems(bad.text) == bad.problems)
    }

    @Test("a second document is an error")
    func secondDocument() {
        #expect(
            problems("--- \na: 1\n---\nb: 1\n") == [
                "3:1-3:4: A second document starts here (Keep one document per file and remove the line with ---)",
                "  1:1-1:4: The first document starts here",
            ]
        )
        #expect(value("%YAML 1.2\n---\na: yes\n...\n") == "{a: \"yes\"}")
    }

    @Test("errors before a syntax error are reported with it, in order")
    func severalProblems() {
        let result = read("a: {x: 1, x: 2}\nb: *n\nc: [\n")
        #expect(result.root == nil)
        #expect(result.problems.map { place($0.range.start) } == ["1:11", "2:4", "4:1"])
    }
}
