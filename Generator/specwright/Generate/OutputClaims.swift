import GeneratorCore

/// Checks that the folders of modules are separate, so that no run removes or overwrites the output of another one.
enum OutputClaims {

    /// Checks that no two folders are the same.
    ///
    /// - Throws: ``Failure`` if two folders are the same.
    static func check(_ jobs: [Job]) throws {
        try check(folders: jobs.flatMap(\.folders).map { ($0.path, $0.owner) })
    }

    /// Checks that no two folders are the same.
    ///
    /// - Parameter folders: Paths, each with a description of its content.
    /// - Throws: ``Failure`` with both descriptions.
    static func check(folders: [(path: String, what: String)]) throws {
        var known: [String: String] = [:]
        for (path, what) in folders where !path.isEmpty {
            if let first = known.updateValue(what, forKey: DiskFile.resolved(path)) {
                throw Failure(
                    message: "'\(path)' is already the folder of the \(first). Choose another one for the \(what)"
                )
            }
        }
    }

    /// Checks that no folder is inside another one at a location where files of the outer module are written.
    ///
    /// - Throws: ``Failure`` if a folder is at such a location.
    static func check(_ plans: [OutputPlan]) throws {
        let folders = plans.flatMap(\.folders).map { (place: DiskFile.resolved($0.folder.path) + "/", item: $0) }
        for outer in folders {
            for inner in folders where inner.place != outer.place && inner.place.hasPrefix(outer.place) {
                let between = String(inner.place.dropFirst(outer.place.count))
                guard outer.item.changes.files.contains(where: { $0.hasPrefix(between) }) else { continue }
                throw Failure(
                    message:
                        "'\(inner.item.folder.path)' is the folder of the \(inner.item.folder.owner), but files of "
                        + "the \(outer.item.folder.owner) go there too. Choose a folder outside "
                        + "'\(outer.item.folder.path)' for one of them"
                )
            }
        }
    }
}

extension Job {

    /// An output folder of a run.
    struct Folder {
        /// The type of the files in a folder.
        enum Part: Int {
            case module, mocks, server
        }

        let part: Part
        let path: String
        /// Owner of the files in the folder.
        let owner: String
    }

    /// The folders of the module, of its doubles and of its server, in this order.
    var folders: [Folder] {
        let name = options.module
        guard !isSource else { return [] }
        if let redirection {
            return Self.allFolders(output, mocks, server, name).filter { $0.part == redirection.part }.map {
                Folder(part: $0.part, path: redirection.path, owner: $0.owner)
            }
        }
        return Self.allFolders(output, mocks, server, name)
    }

    private static func allFolders(_ output: String, _ mocks: String?, _ server: String?, _ name: String) -> [Folder] {
        [Folder(part: .module, path: output, owner: "module \(name)")]
            + (mocks.map { [Folder(part: .mocks, path: $0, owner: "doubles of \(name)")] } ?? [])
            + (server.map { [Folder(part: .server, path: $0, owner: "server of \(name)")] } ?? [])
    }
}
