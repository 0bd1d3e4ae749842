import Foundation

/// Returns a path at which nothing exists yet.
func temporaryFolder() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("files-\(UUID().uuidString)").path
}
