import GeneratorCore

/// Checks that the folders of modules are separate, so that no run removes or overwrites the output of another one.
enum OutputClaims {

    /// Checks that no two folders are the same, also on systems that ignore the case of letters, and that none is inside
    /// another one.
    ///
    /// - Throws: ``Failure`` with the descriptions of both folders.
    static func check(_ jobs: [Job]) throws {
        let folders = jobs.flatMap(\.folders).filter { !$0.path.isEmpty }
            .map { (place: DiskFile.resolved($0.path) + "/", item: $0) }
        var known: [String: Job.Folder] = [:]
        for (place, folder) in folders {
            if let first = known.updateValue(folder, forKey: place) {
                throw Failure(
                    message: "'\(folder.path)' is already the folder of the \(first.owner). Choose another one for the "
                        + folder.owner
                )
            }
        }
        for (number, second) in folders.enumerated() {
            guard let first = folders[..<number].first(where: { isSame($0.place, second.place) }) else { continue }
            throw Failure(
                message:
                    "'\(second.item.path)', the folder of the \(second.item.owner), differs only in letter case from "
                    + "'\(first.item.path)', the folder of the \(first.item.owner), and is the same folder on many "
                    + "systems. Choose another one"
            )
        }
        for outer in folders {
            // SwiftPM compiles the files in the subfolders of a target too.
            for inner in folders
            where inner.place != outer.place && inner.place.lowercased().hasPrefix(outer.place.lowercased()) {
                throw Failure(
                    message: "'\(inner.item.path)', the folder of the \(inner.item.owner), is inside "
                        + "'\(outer.item.path)', the folder of the \(outer.item.owner), and a target includes the files "
                        + "of its subfolders. Choose a folder outside '\(outer.item.path)'"
                )
            }
        }
    }

    private static func isSame(_ first: String, _ second: String) -> Bool {
        first.lowercased() == second.lowercased()
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
