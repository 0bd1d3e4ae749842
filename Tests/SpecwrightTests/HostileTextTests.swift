import Foundation
import Testing

/// Tests of strings from documents in terminals and in logs of build servers.
@Suite("specwright: document strings in the report")
struct HostileTextTests {

    private static let document = #"""
        openapi: 3.1.0
        info: { title: a, version: "1" }
        paths:
          "/a": { get: { operationId: "d\n::error::1", responses: { "200": { $ref: "#/components/\e[31mX\n::warning::hi\u202e" } } } }
        components:
          schemas:
            "\e]0;pwn\a": { type: "strng\u2028\x9b" }
            "b\n::warning::left": { $ref: "#/x\r::stop-commands::y" }
            c:
        ::warning::z: { type: 1 }
        "::error::\x85": 1
        """#

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: scalar != "\n"
        case .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    @Test("strings of a document are escaped in the report", arguments: ["text", "json", "github"])
    func report(_ format: String) throws {
        let tool = try Tool()
        try tool.write(Self.document, to: "a.yaml")
        for more in [[], ["--keep-going"]] {
            let run = try tool.run(["lint", "--spec", "a.yaml", "--format", format] + more)
            #expect(run.code == (more.isEmpty ? 1 : 3))
            #expect(!run.errors.unicodeScalars.contains(where: Self.isHidden))
            #expect(run.errors.contains("omitted: ") == !more.isEmpty)
            for line in run.errors.split(separator: "\n") {
                switch format {
                case "json": _ = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                case "github": #expect(line.contains(/^::(error|warning|notice) file=a\.yaml,line=\d+,/), "\(line)")
                default: #expect(line.drop { $0 == " " }.hasPrefix("::") == false, "\(line)")
                }
            }
        }
    }

    @Test("JSON records keep the original strings", arguments: [("omitted: schema 'b\n::warning::left'", "omitted")])
    func records(_ message: String, _ rule: String) throws {
        let tool = try Tool()
        try tool.write(Self.document, to: "a.yaml")
        let run = try tool.run("lint", "--spec", "a.yaml", "--format", "json", "--keep-going")
        let records = try run.errors.split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(records.contains { $0["message"] as? String == message && $0["rule"] as? String == rule })
    }

    @Test("an error without a position is also a record", arguments: ["json", "github"])
    func failure(_ format: String) throws {
        let run = try Tool().run("lint", "--config", "no\u{1B}.yaml", "--format", format)
        #expect(run.code == 1)
        let hint =
            "cannot be read. Run this in the project's folder, name a file with --config, or start a project with: "
            + "specwright init"
        let expected = [
            "json": #"{"severity":"error","rule":"failure","message":"'no\u001b.yaml' "# + hint + "\"}\n",
            "github": "::error title=failure::'no\u{FFFD}.yaml' \(hint)\n",
        ]
        #expect(run.errors == expected[format])
    }
}
