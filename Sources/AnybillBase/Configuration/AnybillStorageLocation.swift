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
}
