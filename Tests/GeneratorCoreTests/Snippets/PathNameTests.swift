import Testing

@testable import GeneratorCore

/// Tests of the names of operations that only their paths name.
@Suite("Snippets: names from paths")
struct PathNameTests {

    /// Generates a module with one group of operations.
    ///
    /// - Parameters:
    ///   - operations: The method, path and ID of each operation; an empty ID is none.
    ///   - tag: The tag of the operations.
    /// - Returns: The module.
    private func module(_ operations: [(method: String, path: String, id: String)], tag: String) -> Snippet {
        let paths = operations.map { method, path, id in
            let parameters = URLTemplate(path).names.map {
                "{ name: \($0), in: path, required: true, schema: { type: string } }"
            }
            let head = id.isEmpty ? "" : "operationId: \(id), "
            return "\"\(path)\": { \(method): { \(head)tags: [\(tag)], "
                + "parameters: [\(parameters.joined(separator: ", "))], responses: { 204: { description: '' } } } }"
        }
        return Snippet(paths: paths.joined(separator: "\n"))
    }

    @Test(
        "an ID that is exactly the method and the path is no name, whatever the case of its words",
        arguments: [
            (
                "get", "/api/v4/projects/{id}/repository/files/{file_path}",
                "getApiV4ProjectsIdRepositoryFilesFilePath", "getProjectsRepositoryByFilePath"
            ),
            ("post", "/api/v4/files", "postApiV4Files", "post"),
            ("delete", "/api/v4/files/{id}", "delete_api_v4_files__id", "deleteById"),
            ("get", "/api/v4/files/{id}", "getApiV4FilesID2", "getApiV4FilesID2"),
        ]
    )
    func repeatedPaths(_ method: String, _ path: String, _ id: String, _ name: String) {
        let code = module([(method, path, id)], tag: "files").code("Operations/FilesOperations.swift")
        #expect(code.contains("public func \(name)("), "\(code)")
    }

    @Test(
        "a method has no prefix for the kind of API, and a further path renames none",
        arguments: [
            ("/rest/v1/orders/lines", "getLines"), ("/REST/orders", "get"), ("/orders/rest", "getRest"),
            ("/admin/realms/{realm}/roles", "getAdminRealmsRoles"),
        ]
    )
    func prefixes(_ path: String, _ name: String) {
        let others = (1...5).map { ("get", "/admin/realms/{realm}/roles\($0)", "") }
        let code = module([("get", path, "")] + others, tag: "orders").code("Operations/OrdersOperations.swift")
        #expect(code.contains("public func \(name)("), "\(code)")
    }

    @Test(
        "an ID of Springfox is the name of its method in Java, unless several operations have that name",
        arguments: [
            (["usageUsingGET"], ["usage"]), (["listPetsUsingGET_1"], ["list"]), (["petUsingPOST"], ["petUsingPOST"]),
            (["getUsingGET", "getUsingGET_1"], ["getUsingGET", "getUsingGET1"]),
        ]
    )
    func springfox(_ ids: [String], _ names: [String]) {
        let operations = ids.enumerated().map { ("get", "/pets/\($0.offset)", $0.element) }
        let code = module(operations, tag: "pets").code("Operations/PetsOperations.swift")
        for name in names {
            #expect(code.contains("public func \(name)("), "\(code)")
        }
    }

    @Test("a word that ends an untagged path is part of the name, whatever its letters")
    func shortWords() {
        let snippet = Snippet(paths: "/s: { get: { responses: { 204: { description: '' } } } }")
        let code = snippet.result.files.map(\.text).joined()
        #expect(code.contains("public func getS("), "\(code)")
    }

    @Test(
        "the text next to a parameter is part of a name, except a file extension and the keys of OData",
        arguments: [
            ("/api/Pets/{id}/photo.{format}", "getPhotoByFormat"), ("/pets/{id}:archive", "getArchiveById"),
            ("/pets/{id}.json", "getById"), ("/api/v{version}/pets", "get"), ("/odata/Pets({key})", "getOdataByKey"),
            ("/files/{owner}...{head}", "getFilesByHead"), ("/nearest(lat={lat},lon={lon})", "getNearestByLon"),
        ]
    )
    func mixedSegments(_ path: String, _ name: String) {
        let code = module([("get", path, "")], tag: "Pets").code("Operations/PetsOperations.swift")
        #expect(code.contains("public func \(name)("), "\(code)")
    }

    @Test("a key of OData that its parameter repeats is one word in the names of types")
    func keys() {
        let path = "/A_Address(AddressID='{AddressID}',Person='{Person}')"
        let code = module([("get", path, "")], tag: "A_Address").code("Operations/AAddressOperations.swift")
        #expect(code.contains("public func getByPerson("), "\(code)")
        #expect(code.contains("throws(GetAAddressAddressIDPersonError)"), "\(code)")
    }

    @Test("only the names of keys that parameters repeat are left out of a path")
    func keyNames() {
        #expect(PathWords.withoutKeyNames("/a(Key='{key}',B={b}, C={d})/c?x={x}") == "/a('{key}',{b}, C={d})/c?x={x}")
        #expect(PathWords.withoutKeyNames("/a={a}") == "/a={a}")
    }
}
