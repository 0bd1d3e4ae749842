public import Foundation

/// Where receipts and the session are kept on the device.
public enum AnybillStorageLocation: Sendable, Hashable {
    /// In a folder of its own, which is made when it is missing and kept out of backups.
    case folder(URL)

    /// In memory, until the context is given up: for tests and for servers.
    case memory

    /// A folder in the app's support directory.
    public static var standard: AnybillStorageLocation {
        let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        return .folder((support ?? FileManager.default.temporaryDirectory).appendingPathComponent("anybill"))
    }
}
