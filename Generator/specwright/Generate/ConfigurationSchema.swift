import Foundation
import GeneratorCore

/// The JSON Schema of the configuration, which `specwright init` writes next to it.
///
/// Equals `Specs/specwright.schema.json`.
enum ConfigurationSchema {

    /// The keys for the help; empty if the command line asks for none, because each command creates its help, and
    /// reading the schema takes longer than parsing the arguments.
    static var help: String {
        CommandLine.arguments.contains { $0 == "-h" || $0.contains("help") } ? keys : ""
    }

    /// The keys with their descriptions, in the order of the schema.
    private static var keys: String {
        let schema = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
        let definitions = schema["$defs"] as? [String: [String: Any]] ?? [:]
        let names = ["module", "document", "server", "format", "filter", "excluded"]
        let lists = [("", schema)] + names.map { ($0, definitions[$0] ?? [:]) }
        return lists.map { name, definition in
            let head = name.isEmpty ? [] : ["\(name): \(definition["description"] as? String ?? "")"]
            let properties = definition["properties"] as? [String: [String: Any]] ?? [:]
            // A dictionary has no order.
            let start = name.isEmpty ? text.startIndex : text.range(of: "    \"\(name)\": {\n")?.lowerBound
            let rest = text[(start ?? text.startIndex)...]
            let keys = properties.keys.map { ($0, rest.range(of: "\"\($0)\": {")?.lowerBound ?? text.endIndex) }
            return (head + keys.sorted { $0.1 < $1.1 }.map { line($0.0, properties[$0.0] ?? [:], definitions) })
                .joined(separator: "\n")
        }
        .joined(separator: "\n\n")
    }

    private static func line(
        _ key: String,
        _ property: [String: Any],
        _ definitions: [String: [String: Any]]
    ) -> String {
        let name = (property["$ref"] as? String)?.split(separator: "/").last.map(String.init) ?? ""
        let description = property["description"] ?? definitions[name]?["description"]
        let values = (property["enum"] as? [String]).map { " Values: \($0.joined(separator: ", "))." } ?? ""
        var lines = ["  " + key.padding(toLength: max(key.count, 13), withPad: " ", startingAt: 0)]
        for word in "\(description as? String ?? "")\(values)".split(separator: " ") {
            let isLong = lines[lines.count - 1].count + 1 + word.count > width
            if isLong { lines.append(String(repeating: " ", count: 15)) }
            lines[lines.count - 1] += " \(word)"
        }
        return lines.joined(separator: "\n")
    }

    /// The length of the lines, which a terminal of 80 columns does not break.
    private static let width = 78

    /// The keywords of Swift, as alternatives of a pattern.
    private static let keywords = ModuleOptions.keywords.joined(separator: "|")

    /// The modules that generated code imports, as alternatives of a pattern.
    private static let imported = ModuleOptions.importedModules.joined(separator: "|")

    /// A pattern for identifiers, without the anchors and the keywords.
    private static let identifier = #"[A-Za-z\\u0080-\\uffff][0-9A-Z_a-z\\u0080-\\uffff]*"#

    /// A pattern for names of types and modules.
    private static let name = "^(?!(?:\(keywords))$)\(identifier)$"

    /// A pattern for the name of the generated module.
    private static let moduleName = "^(?!(?:\(keywords)|\(imported))$)\(identifier)$"

    /// A pattern for types, which may begin with the names of a module and of other types.
    private static let typeName = "^\(identifier)(?:\\\\.\(identifier))*$"

    static let text = #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "Configuration of specwright",
          "description": "The documents and the Swift modules that are generated from them. Paths are relative to the configuration file.",
          "type": "object",
          "required": ["modules"],
          "properties": {
            "modules": {
              "description": "The modules.",
              "type": "array",
              "minItems": 1,
              "items": {"$ref": "#/$defs/module"}
            },
            "strict": {
              "description": "Whether a fault with only one reasonable reading and an unknown x- key are errors, in all modules.",
              "type": "boolean"
            },
            "command": {
              "description": "The command that generates the modules again, for the headers of the files, such as make generate.",
              "type": "string"
            }
          },
          "patternProperties": {"^x-": {}},
          "additionalProperties": false,
          "$defs": {
            "module": {
              "description": "A Swift module, with one of spec, specs and schemas.",
              "type": "object",
              "required": ["module", "output"],
              "oneOf": [{"required": ["spec"]}, {"required": ["specs"]}, {"required": ["schemas"]}],
              "properties": {
                "spec": {"description": "The OpenAPI document, in YAML or JSON.", "type": "string", "minLength": 1},
                "specs": {
                  "description": "Several documents whose declarations are in one module.",
                  "minItems": 1,
                  "type": "array",
                  "items": {"$ref": "#/$defs/document"}
                },
                "schemas": {
                  "description": "A document whose schemas alone are generated.",
                  "type": "string",
                  "minLength": 1
                },
                "module": {
                  "description": "The name of the Swift module.",
                  "type": "string",
                  "pattern": "\#(moduleName)"
                },
                "output": {
                  "description": "The folder of the generated files. Nothing else belongs in it.",
                  "type": "string",
                  "minLength": 1
                },
                "mocks": {
                  "description": "The folder of a second module with doubles and examples.",
                  "type": "string",
                  "minLength": 1
                },
                "server": {"$ref": "#/$defs/server"},
                "overlays": {
                  "description": "OpenAPI overlays for the document, in order.",
                  "type": "array",
                  "items": {"type": "string"}
                },
                "filter": {"$ref": "#/$defs/filter"},
                "client": {
                  "description": "The name of the client type.",
                  "type": "string",
                  "pattern": "\#(name)"
                },
                "access": {
                  "description": "The access level of the declarations. The default is public.",
                  "enum": ["public", "package", "internal"]
                },
                "extensions": {"description": "Whether unknown x- keys are errors.", "enum": ["strict", "lenient"]},
                "strict": {
                  "description": "Whether a fault with only one reasonable reading is an error.",
                  "type": "boolean"
                },
                "formats": {
                  "description": "Swift types by the format of strings and numbers.",
                  "type": "object",
                  "additionalProperties": {"anyOf": [{"type": "string", "pattern": "\#(typeName)"}, {"$ref": "#/$defs/format"}]}
                },
                "conformances": {
                  "description": "Additional protocols by the name of the schema.",
                  "type": "object",
                  "additionalProperties": {"type": "array", "items": {"type": "string", "pattern": "\#(typeName)"}}
                },
                "equality": {
                  "description": "The conformance of the models. The default is hashable.",
                  "enum": ["hashable", "equatable", "none"]
                },
                "validation": {
                  "description": "The values that are checked against the constraints of the document. The default is off.",
                  "enum": ["off", "servers", "requests", "all"]
                }
              },
              "allOf": [
                {
                  "if": {"properties": {"access": {"const": "internal"}}, "required": ["access"]},
                  "then": {"properties": {"mocks": false}}
                },
                {
                  "if": {"required": ["schemas"]},
                  "then": {
                    "properties": {"mocks": false, "server": false, "client": false, "filter": false, "overlays": false}
                  }
                },
                {
                  "if": {"required": ["specs"]},
                  "then": {"properties": {"client": false, "overlays": false, "filter": false}}
                }
              ],
              "additionalProperties": false
            },
            "document": {
              "description": "One of several documents of a module.",
              "type": "object",
              "required": ["spec", "prefix"],
              "properties": {
                "spec": {"description": "The OpenAPI document, in YAML or JSON.", "type": "string", "minLength": 1},
                "prefix": {"description": "The prefix of its types.", "type": "string", "pattern": "\#(name)"},
                "overlays": {
                  "description": "OpenAPI overlays for the document, in order.",
                  "type": "array",
                  "items": {"type": "string"}
                },
                "filter": {"$ref": "#/$defs/filter"}
              },
              "additionalProperties": false
            },
            "server": {
              "description": "A server for the operations of the document.",
              "type": "object",
              "required": ["output"],
              "properties": {
                "output": {"description": "The folder of the server's files.", "type": "string", "minLength": 1},
                "access": {
                  "description": "The access level of the server's declarations. The default is internal.",
                  "enum": ["public", "package", "internal"]
                },
                "prefix": {"description": "The prefix of the server's types.", "type": "string", "pattern": "\#(name)"}
              },
              "additionalProperties": false
            },
            "format": {
              "description": "A Swift type and its module.",
              "type": "object",
              "required": ["type"],
              "properties": {
                "type": {"description": "The name of the type.", "type": "string", "pattern": "\#(typeName)"},
                "import": {"description": "The module to import.", "type": "string", "pattern": "\#(name)"}
              },
              "additionalProperties": false
            },
            "filter": {
              "description": "The operations to generate. Without tags, paths and operations, all of them.",
              "type": "object",
              "properties": {
                "tags": {"description": "Names of tags.", "type": "array", "items": {"type": "string"}},
                "paths": {
                  "description": "Paths, in which * matches any characters.",
                  "type": "array",
                  "items": {"type": "string"}
                },
                "operations": {"description": "Operation IDs.", "type": "array", "items": {"type": "string"}},
                "exclude": {"$ref": "#/$defs/excluded"}
              },
              "additionalProperties": false
            },
            "excluded": {
              "description": "The operations not to generate.",
              "type": "object",
              "properties": {
                "tags": {"description": "Names of tags.", "type": "array", "items": {"type": "string"}},
                "paths": {
                  "description": "Paths, in which * matches any characters.",
                  "type": "array",
                  "items": {"type": "string"}
                },
                "operations": {"description": "Operation IDs.", "type": "array", "items": {"type": "string"}}
              },
              "additionalProperties": false
            }
          }
        }

        """#
}
