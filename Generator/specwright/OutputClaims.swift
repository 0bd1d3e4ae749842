import Foundation
import GeneratorCore

/// Keeps the folders of modules apart, so that no run removes or overwrites what another one wrote.
enum OutputClaims {

    /// Refuses two folders of one place.
    static func check(_ jobs: [Job]) throws {
        try check(folders: jobs.flatMap(\.folders).map { ($0.path, "the \($0.owner)") })
    }

    /// Refuses two folders of one place.
    ///
    /// - Parameter folders: Paths, each with what it is for.
    /// - Throws: ``Failure`` that names both.
    static func check(folders: [(path: String, what: String)]) throws {
        var known: [String: String] = [:]
        for (path, what) in folders where !path.isEmpty {
            if let first = known.updateValue(what, forKey: place(path)) {
                throw Failure(
                    message: "'\(path)' is the folder of \(first) already, so \(what) cannot go there. "
                        + "Give each a folder of its own"
                )
            }
        }
    }

    /// Refuses a folder inside another one where files of the outer module go.
    static func check(_ plans: [OutputPlan]) throws {
        let folders = plans.flatMap(\.folders).map { (place: place($0.folder.path) + "/", item: $0) }
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

    /// A path without detours and symbolic links.
    private static func place(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
}

extension Job {

    /// A folder that a run writes.
    struct Folder {
        /// Which files go there.
        enum Part: Int {
            case module, mocks, server
        }

        let part: Part
        let path: String
        /// Whose files it holds.
        let owner: String
    }

    /// The folders: that of the module, then those of its doubles and of its server.
    var folders: [Folder] {
        let name = options.module
        return [Folder(part: .module, path: output, owner: "module \(name)")]
            + (mocks.map { [Folder(part: .mocks, path: $0, owner: "doubles of \(name)")] } ?? [])
            + (server.map { [Folder(part: .server, path: $0, owner: "server of \(name)")] } ?? [])
    }
}
