import Foundation
import Testing

/// Tests of `specwright generate --check`.
@Suite("specwright generate --check")
struct DriftTests {

    @Test("--check succeeds for current output; else it fails with a list and a diff and writes nothing")
    func check() throws {
        let tool = try Project.make("Note", "Label")
        #expect(try tool.run("generate", "--check").code == 0)
        try tool.write(Project.document("Note", "Word", member: "text"), to: "Specs/api.yaml")
        let run = try tool.run("generate", "--check")
        #expect(run.code == 1)
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let models = Project.output + "/Models"
        #expect(
            Set(lines.prefix(3)) == [
                "new     \(models)/Word.swift", "changed \(models)/Note.swift", "removed \(models)/Label.swift",
            ]
        )
        #expect(lines[3...5] == ["--- \(models)/Note.swift", "+++ \(models)/Note.swift", "@@ -7,25 +7,25 @@"])
        #expect(lines.contains("-    public var name: String?"))
        #expect(lines.contains("+    public var text: String?"))
        #expect(lines.contains("+++ \(models)/Word.swift"))
        #expect(lines.contains("--- \(models)/Label.swift"))
        #expect(lines.count { $0 == "--- /dev/null" } == 1)
        #expect(lines.count { $0 == "+++ /dev/null" } == 1)
        #expect(
            run.errors == "error: The generated code is out of date. "
                + "Run `specwright generate` and commit the result\n"
        )
        #expect(try tool.written(in: Project.output) == [])
    }

    @Test("the advice of a check is the command of the configuration", arguments: [[], ["--format", "json"]])
    func configuredCommand(_ arguments: [String]) throws {
        let tool = try Project.make("Note", generated: false)
        try tool.write("command: make generate\n" + Project.configuration, to: "Specs/specwright.yaml")
        let run = try tool.run(["check"] + arguments)
        #expect(run.code == 1)
        #expect((run.output + run.errors).contains("Run `make generate` and commit the result"))
    }

    @Test("--check shows lines that were edited by hand and names the command that was used")
    func edited() throws {
        let tool = try Project.make("Note")
        let path = Project.output + "/Models/Note.swift"
        let text = try #require(tool.text(path))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        try tool.write(
            lines[0] + "\n// edited\u{1B}[31m\n" + lines[1...].joined(separator: "\n") + "// more\n",
            to: path
        )
        let run = try tool.run("generate", "--check", "--config", "Specs/specwright.yaml")
        #expect(run.code == 1)
        let count = lines.count - 1
        #expect(
            run.output == """
                changed \(path)
                --- \(path)
                +++ \(path)
                @@ -1,5 +1,4 @@
                 \(lines[0])
                -// edited\u{FFFD}[31m
                 \(lines[1])
                 \(lines[2])
                 \(lines[3])
                @@ -\(count - 1),4 +\(count - 2),3 @@
                 \(lines[count - 3])
                 \(lines[count - 2])
                 \(lines[count - 1])
                -// more

                """
        )
        #expect(run.errors.contains("Run `specwright generate --config Specs/specwright.yaml` and commit"))
    }

    @Test("the diff can be applied by `patch`, even to a file without a final line break")
    func patch() throws {
        let tool = try Project.make("Note", "Label")
        let path = Project.output + "/Models/Note.swift"
        let text = try #require(tool.text(path))
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for line in [30, 22, 21, 12, 5] {
            lines.insert("// more", at: line)
            lines.remove(at: line - 3)
        }
        lines[16] = "// other"
        try tool.write(lines.joined(separator: "\n").trimmingCharacters(in: .newlines), to: path)
        let run = try tool.run("generate", "--check")
        #expect(run.output.contains("\n\\ No newline at end of file\n"))
        try tool.write(run.output, to: "drift.patch")
        let program = "/usr/bin/patch"
        guard FileManager.default.isExecutableFile(atPath: program) else { return }
        #expect(try tool.run(program: program, ["-s", "-p0", "-i", "drift.patch"]).code == 0)
        #expect(tool.text(path) == text)
        #expect(try tool.run("generate", "--check").code == 0)
    }

    @Test("--check compares files by bytes, including line endings and equivalent characters")
    func bytes() throws {
        let tool = try Project.make("Note")
        let path = Project.output + "/Models/Note.swift"
        let text = try #require(tool.text(path))
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.count > 20)
        try tool.write(text.replacing("\n", with: "\r\n"), to: path)
        let returns = try tool.run("generate", "--check").output
        #expect(!returns.contains("No newline"))
        #expect(returns.contains("\n-\(lines[0])\u{FFFD}\n-"))
        #expect(returns.contains("\n+\(lines[0])\n+"))

        let document = Project.document("Note").replacing(
            "{ type: object,",
            with: "{ description: Ein \u{E9}., type: object,"
        )
        try tool.write(document, to: "Specs/api.yaml")
        #expect(try tool.run("generate").code == 0)
        let composed = try #require(tool.text(path))
        try tool.write(composed.replacing("\u{E9}", with: "e\u{301}"), to: path)
        let output = try tool.run("generate", "--check").output
        let changed = output.split(separator: "\n").filter { $0.hasPrefix("-///") || $0.hasPrefix("+///") }
        #expect(changed.map { Array($0.utf8) } == ["-/// Ein e\u{301}.", "+/// Ein \u{E9}."].map { Array($0.utf8) })
    }

    @Test("a long diff is truncated and reports the number of omitted lines")
    func long() throws {
        let tool = try Project.make("Note")
        let path = Project.output + "/Models/Note.swift"
        let text = try #require(tool.text(path))
        try tool.write(text + String(repeating: "// more\n", count: 300), to: path)
        try tool.write(
            (tool.text(Project.output + "/SmallClient.swift") ?? "") + "// end\n",
            to: Project.output + "/SmallClient.swift"
        )
        let run = try tool.run("generate", "--check")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count < 210)
        #expect(lines.last?.hasPrefix("… ") == true)
        #expect(lines.last?.hasSuffix(" more lines of difference in 2 files") == true)
    }

    @Test(
        "machine-readable formats have one record per file",
        arguments: [
            (
                "json",
                #"{"severity":"error","rule":"stale-output","file":"PATH","line":1,"column":1,"message":"#
                    + #""This file is out of date","hint":"Run `specwright generate` and commit the result"}"#
            ),
            (
                "github",
                "::error file=PATH,line=1,col=1,endColumn=1,title=stale-output::This file is out of date. "
                    + "Run `specwright generate` and commit the result"
            ),
        ]
    )
    func records(_ format: String, _ record: String) throws {
        let tool = try Project.make("Note", "Label")
        for name in ["Note", "Label"] {
            let path = Project.output + "/Models/\(name).swift"
            let text = try #require(tool.text(path))
            try tool.write(
                text.replacing("// Generated by specwright ", with: "// Generated by specwright  "),
                to: path
            )
        }
        let run = try tool.run("generate", "--check", "--format", format)
        #expect(run.code == 1)
        let records = ["Label", "Note"].map { name in
            record.replacing("PATH", with: Project.output + "/Models/\(name).swift") + "\n"
        }
        #expect(run.output == records.joined())
        #expect(run.errors.isEmpty)
    }
}
