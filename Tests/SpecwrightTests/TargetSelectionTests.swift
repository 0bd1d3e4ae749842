import Foundation
import Testing

/// Tests of the options that the build-tool plugin uses.
@Suite("specwright generate for a target")
struct TargetSelectionTests {

    private func generate(_ tool: Tool, _ target: String, config: String = "Specs/specwright.yaml") throws -> Tool.Run {
        try tool.run("generate", "--config", config, "--layout", "fixed", "--target", target, "--into", "build")
    }

    private let names = [
        ".specwright", "Generated+Examples.swift", "Generated+Mocks.swift", "Generated+Models.swift",
        "Generated+Operations.swift", "Generated.swift",
    ]

    @Test("the part of a target is written to another folder, in files with fixed names")
    func part() throws {
        let tool = try Project.make("Note", generated: false)
        let run = try generate(tool, "Sources/SmallAPI")
        #expect(run.code == 0, "\(run.errors)")
        #expect(tool.files(in: "build") == names)
        #expect(tool.files(in: "Sources").isEmpty)
        #expect(tool.text("build/Generated+Models.swift")?.contains("struct Note") == true)
    }

    @Test("a target without a part, or with committed code, is an error")
    func refusals() throws {
        let tool = try Project.make("Note")
        #expect(try generate(tool, "Sources/Other").errors.contains("has no output folder in 'Sources/Other'"))
        #expect(try generate(tool, "Sources/SmallAPI").errors.contains("contains generated files"))
        #expect(tool.files(in: "build").isEmpty)
    }

    @Test("the header names a document in another folder relative to the configuration, for every path to it")
    func documentElsewhere() throws {
        let tool = try Project.make("Note")
        let configuration = "modules: [{ spec: ../Specs/api.yaml, module: A, output: ../Sources/A/Generated }]\n"
        try tool.write(configuration, to: "Config/specwright.yaml")
        for config in ["Config/specwright.yaml", tool.folder.appendingPathComponent("Config/specwright.yaml").path] {
            let run = try generate(tool, "Sources/A", config: config)
            #expect(run.code == 0, "\(run.errors)")
            #expect(tool.text("build/Generated.swift")?.contains("../Specs/api.yaml") == true)
            #expect(tool.text("build/Generated.swift")?.contains(tool.folder.path) == false)
        }
    }
}
