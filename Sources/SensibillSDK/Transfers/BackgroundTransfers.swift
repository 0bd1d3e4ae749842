public import APIRuntime
public import Foundation

/// Uploads of documents that continue while the app is not running.
///
/// Create one object for the process, before the SDK is started, and pass it to ``UploadPolicy``. On Apple systems the
/// system's background session sends the documents:
///
/// ```swift
/// let transfers = BackgroundTransfers { BackgroundSessionUploads(name: "example.receipts", security: $0) }
/// let configuration = SensibillSDK.Configuration(api: api, uploads: UploadPolicy(transfers: transfers))
/// ```
///
/// After a launch, the queue continues with the transfers of earlier launches: it waits for one that the system has not
/// finished, and sends a document again only if no transfer is left and the service does not have the document.
/// The queue passes on one document at a time, as the service handles a user's documents one after another. While the
/// app is not running, the system finishes the current document and then launches the app, whose SDK passes on the next
/// one if the system gives it the time; otherwise the queue continues when the app is opened. The folder of the queue is
/// readable from the first unlocking of the device after its start, because the app may be launched while it is locked.
/// ``DocumentUploadService/byteProgress`` reports no bytes of such transfers. Calls of the API client use the
/// configuration's transport.
public final class BackgroundTransfers: Sendable {
    private let directory: URL?
    private let makeUploads: @Sendable (TransportSecurity) -> any LastingUploads
    private let state = LockedState<(security: TransportSecurity, desk: TransferDesk)?>(nil)

    /// Creates transfers.
    ///
    /// - Parameters:
    ///   - directory: The folder of the requests' bodies, for these transfers only; `nil` uses a folder in the app's
    ///     Application Support directory.
    ///   - makeUploads: A closure that creates the uploads with the pinned keys of the service. It is called once, by
    ///     the first start of the SDK.
    public init(
        directory: URL? = nil,
        _ makeUploads: @escaping @Sendable (_ security: TransportSecurity) -> any LastingUploads
    ) {
        self.directory = directory
        self.makeUploads = makeUploads
    }

    /// Returns the desk for the keys of a service, which is created once.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` if the uploads were created with other keys, or if
    ///   there is no folder.
    func desk(_ security: TransportSecurity) throws(SensibillAPIClient.TaskError) -> TransferDesk {
        let desk = state.withLock { state -> TransferDesk? in
            if let state { return state.security == security ? state.desk : nil }
            guard let folder = directory ?? Self.defaultDirectory else { return nil }
            let desk = TransferDesk(makeUploads(security), files: TransferFiles(folder: folder))
            state = (security, desk)
            return desk
        }
        guard let desk else {
            throw .invalidInput(
                """
                The background transfers have no folder, or were started with other pinned keys. Create \
                BackgroundTransfers with a folder, and a new object with a new session name for other keys.
                """
            )
        }
        return desk
    }

    private static var defaultDirectory: URL? {
        try? FileManager.default
            .url(for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
            .appendingPathComponent("SensibillTransfers", isDirectory: true)
    }
}
