public import Foundation

/// The location where receipts and the session are stored on the device.
public enum AnybillStorageLocation: Sendable, Hashable {
    /// A separate folder, which is created if needed and excluded from backups.
    case folder(URL)

    /// The memory, for tests and servers; the data lasts as long as the context.
    case memory

    /// A folder in the app's support directory.
    public static var standard: AnybillStorageLocation {
        let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        return .folder((support ?? FileManager.default.temporaryDirectory).appendingPathComponent("anybill"))
    }

    /// Returns the name of a folder that is the same after an update of the app, which may move the app's container.
    static func name(of folder: URL) -> String {
        let parts = folder.standardizedFileURL.pathComponents
        let container = parts.indices.first { index in
            index > 0 && UUID(uuidString: parts[index]) != nil && ["Application", "AppGroup"].contains(parts[index - 1])
        }
        guard let container else { return folder.standardizedFileURL.path }
        return ([parts[container - 1]] + parts[(container + 1)...]).joined(separator: "/")
    }
}
