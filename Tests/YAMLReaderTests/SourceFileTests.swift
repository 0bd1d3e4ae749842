import Testing
import YAMLReader

@Suite("Source files")
struct SourceFileTests {

    @Test("the line at a position excludes its line break")
    func line() {
        let file = SourceFile(path: "a", bytes: Array("\u{FEFF}é a\r\nb\rc".utf8))
        #expect(file.line(at: file.location(of: 5)) == "é a")
        #expect(file.line(at: file.location(of: 9)) == "b")
        #expect(file.line(at: file.location(of: 11)) == "c")
        #expect(file.line(at: file.location(of: 12)) == "c")
        #expect(SourceFile(path: "a", bytes: []).line(at: .start) == "")
    }

    @Test("an excerpt of a long line contains only the characters near the position")
    func excerpt() {
        let text = "x\n" + String(repeating: "é", count: 50) + "!" + String(repeating: "中", count: 50) + "\r\ny"
        let file = SourceFile(path: "a", bytes: Array(text.utf8))
        let place = file.location(of: 102)
        #expect(place.column == 51)
        let (line, before) = file.line(around: place, before: 3, count: 6)
        #expect(line == "ééé!中中")
        #expect(before == 3)
        let whole = file.line(around: place, before: 90, count: 120)
        #expect(whole.text == file.line(at: place))
        #expect(whole.before == 50)
        let end = file.line(around: file.location(of: file.bytes.count), before: 9, count: 20)
        #expect(end.text == "y")
        #expect(end.before == 1)
        #expect(file.line(around: .start, before: 9, count: 20).text == "x")
        #expect(SourceFile(path: "a", bytes: []).line(around: .start, before: 9, count: 20).text == "")
        let broken = SourceFile(path: "a", bytes: [0x80, 0x80, 0x41, 0xE4, 0x80])
        for offset in 0...6 {
            let position = SourcePosition(offset: offset, line: 1, column: offset + 1)
            #expect(broken.line(around: position, before: 2, count: 3).before <= 2)
        }
    }

    @Test("every byte has a position")
    func location() {
        let file = SourceFile(path: "a", bytes: Array("é\r\nb".utf8))
        #expect((0...5).map { place(file.location(of: $0)) } == ["1:1", "1:1", "1:2", "1:3", "2:1", "2:2"].map { $0 })
        #expect(file.location(of: -1) == .start)
        #expect(file.location(of: 99).offset == 5)
    }

    @Test("source positions are ordered and mutable")
    func positions() {
        var position = SourcePosition(offset: 4, line: 2, column: 1)
        #expect(SourcePosition.start < position)
        position.offset = 9
        position.line = 3
        position.column = 5
        #expect(position == SourcePosition(offset: 9, line: 3, column: 5))
    }
}
