import Foundation

/// A path that nothing has yet.
func temporaryFolder() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("files-\(UUID().uuidString)").path
}
