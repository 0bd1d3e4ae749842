import Foundation
import Testing

/// Tests of output folders that a terminated run left, or that cannot be read or changed.
@Suite("specwright: output folders")
struct OutputFolderTests {

    @Test("a generated file that no list names is reported until it is deleted, and a file of another module is not")
    func unlisted() throws {
        let tool = try Project.make("Note", "Label")
        let list = try #require(tool.text(Project.output + "/.specwright"))
        try tool.write(list.replacing("Models/Label.swift\n", with: ""), to: Project.output + "/.specwright")
        try tool.write(Project.document("Note"), to: "Specs/api.yaml")
        let inner = ["Specs/api.yaml", "--module", "OtherAPI", "--output", Project.output + "/Other"]
        #expect(try tool.run(["generate"] + inner).code == 0)
        let path = Project.output + "/Models/Label.swift"
        let run = try tool.run("generate")
        #expect(run.code == 0)
        #expect(
            run.errors == "\(path):1:1: warning: This generated file is not listed in '.specwright', so it is not "
                + "removed. Delete it.\n"
        )
        #expect(try tool.run("generate", "--warnings-as-errors").code == 1)
        let check = try tool.run("check")
        #expect(check.code == 1 && check.output == "unlisted \(path)\n", "\(check)")
        #expect(check.errors.hasSuffix("does not list. Delete them\n"))
        let dry = try tool.run("generate", "--dry-run")
        #expect(dry.output == "No file would change.\n", "\(dry)")
        #expect(dry.errors.contains("is not listed in '.specwright'"), "\(dry)")
        let note = Project.output + "/Models/Note.swift"
        let text = try #require(tool.text(note))
        try tool.write(text + "// Stale.\n", to: note)
        let both = try tool.run("check")
        #expect(both.errors.hasSuffix(" and commit the result. Delete the unlisted files, which no run removes\n"))
        #expect(both.output.hasPrefix("changed  \(note)\nunlisted \(path)\n"), "\(both.output)")
        try tool.write(text, to: note)
        let record = try tool.run("check", "--format", "json").output
        #expect(record.contains("is not listed in '.specwright'\",\"hint\":\"Delete it\"}"))
        try FileManager.default.removeItem(at: tool.folder.appendingPathComponent(path))
        #expect(try tool.run("check").code == 0)
    }

    @Test("a file whose name changes in letter case only is not removed where both names lead to the same file")
    func letterCase() throws {
        let tool = try Project.make("Note", "Label")
        try tool.write(Project.document("Note", "LABEL"), to: "Specs/api.yaml")
        let models = tool.folder.appendingPathComponent(Project.output + "/Models")
        // A second name of the same file, as on a system that ignores the case of letters.
        try FileManager.default.linkItem(
            at: models.appendingPathComponent("Label.swift"),
            to: models.appendingPathComponent("LABEL.swift")
        )
        #expect(try tool.run("generate").code == 0)
        #expect(tool.text(Project.output + "/Models/LABEL.swift")?.contains("struct LABEL") == true)
        #expect(tool.text(Project.output + "/Models/Label.swift") != nil)
        // With names of different files, the former one is removed.
        try tool.write(Project.document("Note", "Label"), to: "Specs/api.yaml")
        #expect(try tool.run("generate").code == 0)
        #expect(tool.text(Project.output + "/Models/LABEL.swift") == nil)
    }

    @Test("a file that cannot be removed is an error, and a later run removes it", .enabled(if: geteuid() != 0))
    func unremovable() throws {
        let tool = try Project.make("Note", "Label")
        try tool.write(Project.document("Note"), to: "Specs/api.yaml")
        let folder = tool.folder.appendingPathComponent(Project.output + "/Models").path
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
        let run = try tool.run("generate")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
        let path = Project.output + "/Models/Label.swift"
        #expect(run.code == 1 && run.errors == "error: '\(path)' cannot be removed: Permission denied\n")
        #expect(try tool.run("check").output.hasPrefix("removed \(path)\n"))
        #expect(try tool.run("generate").code == 0)
        #expect(tool.text(path) == nil)
    }

    @Test("output that cannot be read is an error, and not new", arguments: ["Models/Note.swift", ".specwright"])
    func unreadable(_ name: String) throws {
        let tool = try Project.make("Note", generated: false)
        let path = Project.output + "/" + name
        let folder = tool.folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for command in ["generate", "check"] {
            let run = try tool.run(command)
            #expect(run.code == 1 && run.output.isEmpty)
            #expect(run.errors == "error: '\(path)' cannot be read: Is a directory\n")
        }
        #expect(tool.files(in: Project.output) == [])
    }
}
