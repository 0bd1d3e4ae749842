import Testing
import YAMLReader

@Suite("Invalid source bytes")
struct EncodingTests {

    @Test("an empty file is an error", arguments: ["api.yaml", "api.json", "api"])
    func empty(path: String) {
        let problem = ["1:1-1:1: The file is empty (Write a document into it, or name another file)"]
        #expect(problems("", path: path) == problem)
        #expect(problems("\u{FEFF}", path: path) == problem)
        #expect(problems(" \n\t\n", path: path) == problem)
    }

    @Test("an empty YAML document is reported", arguments: ["# note\n", "---\n", "--- # note\n", "---\n...\n"])
    func emptyYAML(text: String) {
        #expect(problems(text) == ["1:1-1:1: The file is empty (Write a document into it, or name another file)"])
    }

    /// Returns the bytes of a text in an encoding with code units of a given width.
    private func encoded(_ text: String, width: Int, isBigEndian: Bool) -> [UInt8] {
        let units = width == 2 ? text.utf16.map(UInt32.init) : text.unicodeScalars.map(\.value)
        return units.flatMap { unit in
            let bytes = (0..<width).map { UInt8(truncatingIfNeeded: unit >> UInt32($0 * 8)) }
            return isBigEndian ? bytes.reversed() : bytes
        }
    }

    @Test(
        "UTF-16 and UTF-32 are read like UTF-8, with the same positions",
        arguments: [2, 4],
        [(true, ""), (false, ""), (true, "\u{FEFF}"), (false, "\u{FEFF}")]
    )
    func wide(width: Int, form: (isBigEndian: Bool, mark: String)) throws {
        let text = "name: \"é 😀\"\nlist:\n  - {ü: 1, ü: 2}\n"
        let bytes = encoded(form.mark + text, width: width, isBigEndian: form.isBigEndian)
        let result = read(bytes)
        #expect(result.root?["name"]?.string == "é 😀")
        #expect(problems(result) == problems(text))
        #expect(!result.problems.isEmpty)
        #expect(result.file.bytes == Array(text.utf8))
    }

    @Test(
        "invalid UTF-16 and UTF-32 is an error with its position",
        arguments: [
            (2, [0x00, 0xD8, 0x20, 0x00], "UTF-16"), (2, [0x41], "UTF-16"), (2, [0x00, 0xDC], "UTF-16"),
            (4, [0x00, 0xD8, 0x00, 0x00], "UTF-32"), (4, [0x00, 0x00, 0x11, 0x00], "UTF-32"),
            (4, [0x41, 0x00], "UTF-32"),
        ] as [(Int, [UInt8], String)]
    )
    func brokenWide(width: Int, end: [UInt8], name: String) {
        let bytes = encoded("a: 1\nb: é", width: width, isBigEndian: false) + end
        #expect(
            problems(read(bytes)) == [
                "2:5-2:5: What follows is not valid \(name), as the file seems to be by its first bytes"
                    + " (Save the file as UTF-8)"
            ]
        )
    }

    @Test("two bytes with one zero are not a document", arguments: [[0x7B, 0], [0, 0x7B]] as [[UInt8]])
    func twoBytes(bytes: [UInt8]) {
        #expect(read(bytes, path: "api.json").root == nil)
        #expect(problems(read(bytes, path: "api.json")).count == 1)
    }

    @Test(
        "malformed UTF-8 is an error with its position",
        arguments: [
            [0xFF], [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82],
        ] as [[UInt8]],
        ["api.yaml", "api.json"]
    )
    func malformed(bytes: [UInt8], path: String) {
        let digits = String(bytes[0], radix: 16, uppercase: true)
        #expect(
            problems(read(Array("[\"é\",\n \"ü".utf8) + bytes, path: path))
                == ["2:4-2:5: The byte 0x\(digits) is not valid UTF-8 here (Save the file as UTF-8)"]
        )
    }

    @Test("a NUL byte is an error", arguments: ["api.yaml", "api.json"])
    func nul(path: String) {
        #expect(
            problems("[1,\n\"a\0\"]", path: path)
                == ["2:3-2:4: The file has a NUL byte (Check that this is a text file, and remove the byte)"]
        )
    }

    @Test("YAML refuses control characters; JSON refuses those below U+0020 only")
    func controls() {
        for (character, name) in [("\u{7}", "0007"), ("\u{7F}", "007F"), ("\u{90}", "0090"), ("\u{FFFE}", "FFFE")] {
            #expect(
                problems("a: \"\(character)\"\n") == [
                    "1:5-1:6: The character U+\(name) is not allowed in YAML"
                        + " (Remove it, or write \\u\(name) in double quotes)"
                ]
            )
        }
        #expect(read("[\"\u{7F}\u{85}\u{90}\u{FFFE}\"]").root == nil)
        #expect(
            read("[\"\u{7F}\u{85}\u{90}\u{FFFE}\"]", path: "a.json").root?.sequence?[0].string
                == "\u{7F}\u{85}\u{90}\u{FFFE}"
        )
    }

    @Test("unusual bytes are found at every distance from a word boundary")
    func everyDistance() {
        for count in 0..<40 {
            let text = String(repeating: "a\tb\n", count: 3) + String(repeating: "x", count: count)
            #expect(read("# \(text)\u{1}").problems.map(\.range.start.offset) == [14 + count])
            #expect(read("# \(text)\u{7F}abcdefghijk").problems.map(\.range.start.offset) == [14 + count])
        }
    }

    @Test("the extension determines YAML or JSON, then the first character")
    func format() {
        #expect(value("{a: 1}", path: "a.yml") == "{a: 1}")
        #expect(value("{a: 1}", path: "a.YAML") == "{a: 1}")
        #expect(value("a: 1", path: "a.txt") == "{a: 1}")
        let problem = ["1:2-1:3: A key must be in double quotes (Write \"key\": value)"]
        #expect(problems("{a: 1}", path: "a.JSONCoding") == problem)
        #expect(
            problems("\u{FEFF}\n{a: 1}", path: "a") == [
                "2:2-2:3: A key must be in double quotes (Write \"key\": value)"
            ]
        )
        #expect(problems("{a: 1}", path: "<stdin>") == problem)
    }
}
