import Testing

/// Tests of the difference that failures of golden tests show.
@Suite("Text diff")
struct TextDiffTests {

    @Test("equal strings have an empty diff")
    func equal() {
        #expect(TextDiff.firstDifference(expected: "a\nb\n", actual: "a\nb\n").isEmpty)
    }

    @Test("the first difference is shown with two lines of context")
    func change() {
        let difference = TextDiff.firstDifference(expected: "1\n2\n3\n4\n5\n6\n7", actual: "1\n2\n3\nx\n5\n6\n7")
        #expect(difference == "@@ -2,5 +2,5 @@\n 2\n 3\n-4\n+x\n 5\n 6")
    }

    @Test("a diff of added lines shows only those lines")
    func addition() {
        let difference = TextDiff.firstDifference(expected: "1\n2\n3", actual: "1\nx\n2\n3")
        #expect(difference == "@@ -1,3 +1,4 @@\n 1\n+x\n 2\n 3")
    }
}
