import Foundation
import Testing

/// Tests of output folders that two modules use.
@Suite("specwright: folders of modules")
struct OutputClaimTests {

    private static let document = """
        openapi: 3.1.0
        info: { title: Small, version: '1' }
        paths:
          /notes: { get: { operationId: listNotes, tags: [notes], responses: { '204': { description: None. } } } }
        """

    private func tool() throws -> Tool {
        let tool = try Tool()
        try tool.write(Self.document, to: "api.yaml")
        return tool
    }

    private static let options = ["generate", "--spec", "api.yaml", "--module", "SmallAPI", "--output", "out"]

    @Test(
        "one folder cannot contain two modules, however it is spelled",
        arguments: [
            ["--mocks", "out"], ["--server", "./out/"], ["--mocks", "more/../out"],
            ["--mocks", "other", "--server", "other"],
        ]
    )
    func same(_ more: [String]) throws {
        let tool = try tool()
        let run = try tool.run(Self.options + more)
        #expect(run.code == 1)
        #expect(run.errors.contains("' is already the folder of the "), "\(run.errors)")
        #expect(run.errors.contains(" SmallAPI. Choose another one for the "))
        #expect(run.errors.hasSuffix(" of SmallAPI\n"))
        #expect(!tool.files(in: ".").contains { $0.hasSuffix(".swift") })
    }

    @Test("a configuration with two spellings of the same output folder is refused")
    func configuration() throws {
        let tool = try tool()
        try tool.write(
            "modules:\n- { spec: api.yaml, module: A, output: out }\n- { spec: api.yaml, module: B, output: a/../out }\n",
            to: "c.yaml"
        )
        let told = try tool.run("generate", "--config", "c.yaml")
        #expect(told.code == 1)
        #expect(told.errors.hasPrefix("c.yaml:3:40: error: 'a/../out' is already the folder of another module."))
        let whole = tool.folder.path + "/out"
        try tool.write(
            "modules:\n- { spec: api.yaml, module: A, output: \(whole) }\n- { spec: api.yaml, module: B, output: out }\n",
            to: "c.yaml"
        )
        let run = try tool.run("generate", "--config", "c.yaml")
        #expect(run.code == 1)
        let message = "'out' is already the folder of the module A. Choose another one for the module B"
        #expect(run.errors == "error: \(message)\n")
    }

    @Test("two folders whose names differ only in letter case are refused")
    func letterCase() throws {
        let tool = try tool()
        let run = try tool.run(Self.options + ["--mocks", "OUT"])
        #expect(run.code == 1)
        #expect(run.errors.contains("'OUT', the folder of the doubles of SmallAPI, differs only in letter case from "))
        let nested = try tool.run(Self.options + ["--mocks", "OUT/Mocks"])
        #expect(nested.code == 1)
        #expect(nested.errors.contains("'OUT/Mocks', the folder of the doubles of SmallAPI, is inside "))
        #expect(!tool.files(in: ".").contains { $0.hasSuffix(".swift") })
    }

    @Test("one folder cannot contain two modules, even through a symbolic link to a folder around it")
    func link() throws {
        let tool = try tool()
        try tool.write("", to: "real/empty")
        let link = tool.folder.appendingPathComponent("link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real")
        let options = Self.options.dropLast() + ["real/a/out", "--server", "link/a/out"]
        let run = try tool.run(Array(options))
        #expect(run.code == 1 && run.errors.contains("'link/a/out' is already the folder of the module SmallAPI"))
        #expect(!tool.files(in: "real").contains { $0.hasSuffix(".swift") })
    }

    @Test("the folder of another module is not changed, and the message explains what to do")
    func foreign() throws {
        let tool = try tool()
        #expect(try tool.run(Self.options).code == 0)
        try tool.age("out")
        let other = ["generate", "--spec", "api.yaml", "--module", "OtherAPI", "--output"]
        for arguments in [other + ["out"], other + ["o", "--mocks", "out"], other + ["o", "--server", "out"]] {
            let run = try tool.run(arguments)
            #expect(run.code == 1)
            let message = "'out' contains the files of the module SmallAPI. Choose another folder for the "
            #expect(run.errors.hasPrefix("error: \(message)"), "\(run.errors)")
            #expect(run.errors.hasSuffix(" OtherAPI, or delete 'out'\n"))
            #expect(try tool.written(in: "out") == [])
            #expect(tool.files(in: "o") == [])
        }
        #expect(try tool.run(Self.options).code == 0)
    }

    @Test("a file list without a module name, from an earlier version, is accepted")
    func nameless() throws {
        let tool = try tool()
        #expect(try tool.run(Self.options).code == 0)
        let list = try #require(tool.text("out/.specwright"))
        #expect(list.hasPrefix("# module SmallAPI\n"))
        try tool.write(list.replacing("# module SmallAPI\n", with: ""), to: "out/.specwright")
        #expect(try tool.run(Self.options).code == 0)
        #expect(tool.text("out/.specwright") == list)
    }

    @Test(
        "an output folder inside another one of the run is refused, because a target includes its subfolders",
        arguments: [
            (["--server", "out/Served"], "server of SmallAPI", "out", "module SmallAPI"),
            (["--mocks", "./out//a/../Mocks/"], "doubles of SmallAPI", "out", "module SmallAPI"),
            (["--server", "."], "module SmallAPI", ".", "server of SmallAPI"),
            (["--mocks", "m", "--server", "m/s"], "server of SmallAPI", "m", "doubles of SmallAPI"),
        ]
    )
    func nested(_ more: [String], _ owner: String, _ outer: String, _ around: String) throws {
        let tool = try tool()
        let run = try tool.run(Self.options + more)
        #expect(run.code == 1)
        #expect(run.errors.contains(", the folder of the \(owner), is inside '"), "\(run.errors)")
        #expect(run.errors.contains("', the folder of the \(around), and a target includes the files of its sub"))
        #expect(run.errors.contains(". Choose a folder outside '\(outer)'\n"), "\(run.errors)")
        #expect(!tool.files(in: ".").contains { $0.hasSuffix(".swift") })
        #expect(try tool.run(Self.options + ["--mocks", "outer", "--server", "out2"]).code == 0)
    }

    @Test(
        "an output folder inside another one of the configuration is refused at its path",
        arguments: [
            ("a/Generated", "a/Generated/B", "3:38", "'a/Generated/B', the folder of the module B, is inside 'a/Gen"),
            ("../a/b", "./../a", "2:38", "'../a/b', the folder of the module A, is inside './../a', the folder of the"),
            ("b", ".", "2:38", "'b', the folder of the module A, is inside '.', the folder of the module B. Choose a"),
        ]
    )
    func nestedConfiguration(_ first: String, _ second: String, _ position: String, _ message: String) throws {
        let tool = try tool()
        let modules = [("A", first), ("B", second)].map { "- { spec: a.yaml, module: \($0), output: \($1) }\n" }
        try tool.write("modules:\n" + modules.joined(), to: "c.yaml")
        let run = try tool.run("generate", "--config", "c.yaml")
        #expect(run.code == 1)
        #expect(run.errors.hasPrefix("c.yaml:\(position): error: \(message)"), "\(run.errors)")
    }

    @Test("files of a module are not written to the folder of another one from an earlier run")
    func inner() throws {
        let tool = try self.tool()
        let other = ["generate", "--spec", "api.yaml", "--module", "OtherAPI", "--output", "out/Operations"]
        #expect(try tool.run(other).code == 0)
        let run = try tool.run(Self.options)
        #expect(run.code == 1)
        #expect(
            run.errors.hasPrefix("error: 'out/Operations' is the folder of another module, but files of the module ")
        )
        #expect(tool.files(in: "out").allSatisfy { $0.hasPrefix("Operations/") })
    }

    @Test("a folder that cannot be created is reported with the system's reason")
    func impossible() throws {
        let run = try tool().run(Self.options.dropLast() + ["api.yaml/out"])
        #expect(run.code == 1)
        #expect(run.errors == "error: The folder 'api.yaml/out' cannot be made: Not a directory\n")
    }
}
