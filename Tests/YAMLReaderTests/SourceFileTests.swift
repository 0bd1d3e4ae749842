import Testing
import YAMLReader

@Suite("Source files")
struct SourceFileTests {

    @Test("the line of a place comes without its break")
    func line() {
        let file = SourceFile(path: "a", bytes: Array("\u{FEFF}é a\r\nb\rc".utf8))
        #expect(file.line(at: file.location(of: 5)) == "é a")
        #expect(file.line(at: file.location(of: 9)) == "b")
        #expect(file.line(at: file.location(of: 11)) == "c")
        #expect(file.line(at: file.location(of: 12)) == "c")
        #expect(SourceFile(path: "a", bytes: []).line(at: .start) == "")
    }

    @Test("every byte has a place")
    func location() {
        let file = SourceFile(path: "a", bytes: Array("é\r\nb".utf8))
        #expect((0...5).map { place(file.location(of: $0)) } == ["1:1", "1:1", "1:2", "1:3", "2:1", "2:2"].map { $0 })
        #expect(file.location(of: -1) == .start)
        #expect(file.location(of: 99).offset == 5)
    }

    @Test("positions are ordered and can be changed")
    func positions() {
        var position = SourcePosition(offset: 4, line: 2, column: 1)
        #expect(SourcePosition.start < position)
        position.offset = 9
        position.line = 3
        position.column = 5
        #expect(position == SourcePosition(offset: 9, line: 3, column: 5))
    }
}
