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

    @Test("a folder inside an output folder can contain another module, but no file belongs to both")
    func inner() throws {
        let tool = try tool()
        #expect(try tool.run(Self.options + ["--server", "out/Served"]).code == 0)
        let files = tool.files(in: "out")
        #expect(files.contains("Served/NotesService.swift"))
        #expect(try tool.run(Self.options + ["--server", "out/Served"]).code == 0)
        #expect(tool.files(in: "out") == files)
        // Both modules in one run.
        let both = try self.tool().run(Self.options + ["--server", "out/Operations"])
        #expect(both.code == 1)
        #expect(
            both.errors == "error: 'out/Operations' is the folder of the server of SmallAPI, but files of the module "
                + "SmallAPI go there too. Choose a folder outside 'out' for one of them\n"
        )
        // The operations of the outer module would be written to the folder of another module.
        let inner = try self.tool()
        let other = ["generate", "--spec", "api.yaml", "--module", "OtherAPI", "--output", "out/Operations"]
        #expect(try inner.run(other).code == 0)
        let run = try inner.run(Self.options)
        #expect(run.code == 1)
        #expect(
            run.errors.hasPrefix("error: 'out/Operations' is the folder of another module, but files of the module ")
        )
        #expect(inner.files(in: "out").allSatisfy { $0.hasPrefix("Operations/") })
    }

    @Test("a folder that cannot be created is reported with the system's reason")
    func impossible() throws {
        let run = try tool().run(Self.options.dropLast() + ["api.yaml/out"])
        #expect(run.code == 1)
        #expect(run.errors == "error: The folder 'api.yaml/out' cannot be made: Not a directory\n")
    }
}
