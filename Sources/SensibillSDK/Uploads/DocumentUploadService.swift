import APIRuntime
public import Foundation

/// A service that uploads documents of the current user, across launches of the app and while the network is
/// unavailable.
///
/// ```swift
/// switch SensibillSDK.shared.documentUploadService.add(source: jpeg, metadata: .init(documentType: .receipt)) {
/// case .success(let sourceId): currentSourceId = sourceId
/// case .failure(let error): print(error)
/// }
/// ```
public final class DocumentUploadService: Sendable {
    private struct State {
        var engine: UploadEngine?
        var lastEnd: Task<Void, Never>?
    }

    private let state = LockedState(State())

    /// The current user; `nil` while the SDK is not started.
    var owner: String? { state.withLock { $0.engine?.owner } }

    /// The observers of the uploads.
    let observers = UploadObservers()

    init() {}

    // An SDK that the app has dropped must not keep its folder.
    deinit {
        _ = state.withLock { $0.engine }?.stop()
    }

    /// Adds a document to the upload queue; it is stored on disk when this method returns.
    ///
    /// - Parameters:
    ///   - source: A JPEG, PNG, GIF or PDF of at most 5 MB.
    ///   - metadata: The metadata of the document.
    /// - Returns: The source id, which identifies the document in notifications; a failure if the document was
    ///   rejected: ``SensibillAPIModel/SourceFileError``, ``SensibillAPIClient/TaskError/invalidInput(_:)``,
    ///   ``SensibillSDK/ServiceError`` while the SDK is not started, or an error of the storage.
    public func add(source: Data, metadata: DocumentMetadata) -> Result<String, any Error> {
        add(source: source, metadata: metadata, of: nil)
    }

    /// Adds a document to the upload queue if its user is the current one.
    ///
    /// - Parameters:
    ///   - source: The document.
    ///   - metadata: The metadata of the document.
    ///   - owner: The user of the document; `nil` for the current one.
    /// - Returns: The source id, or the failure.
    func add(source: Data, metadata: DocumentMetadata, of owner: String?) -> Result<String, any Error> {
        Result {
            let engine = try current()
            guard owner == nil || owner == engine.owner else { throw SensibillSDK.ServiceError.notAcceptingRequests }
            _ = try SensibillAPIModel.SourceFile(data: source)
            try InputCheck.metadata(metadata)
            let record = UploadRecord(sourceId: UUID().uuidString.lowercased(), metadata: metadata)
            try engine.add(record, content: source)
            return record.sourceId
        }
    }

    /// Removes a document from the upload queue.
    ///
    /// Cancels the attempt to send the document, if there is one. A document that was already uploaded remains at the
    /// service.
    ///
    /// - Throws: ``SensibillSDK/ServiceError/unknownSource`` if no document has the source id;
    ///   ``SensibillSDK/ServiceError/notAcceptingRequests`` while the SDK is not started; an error of the storage.
    public func remove(sourceId: String) throws {
        let engine = try current()
        guard try engine.remove(sourceId) else { throw SensibillSDK.ServiceError.unknownSource }
    }

    /// Sends a document again whose upload has failed permanently.
    ///
    /// Call this method after the reason has been removed, for example after the account was set up. Does nothing for
    /// any other document.
    ///
    /// - Throws: ``SensibillSDK/ServiceError/unknownSource`` if no document has the source id;
    ///   ``SensibillSDK/ServiceError/notAcceptingRequests`` while the SDK is not started; an error of the storage.
    public func retry(sourceId: String) throws {
        let engine = try current()
        guard let record = try engine.store.update(sourceId, owner: engine.owner, { $0.retry() }) else {
            throw SensibillSDK.ServiceError.unknownSource
        }
        // An earlier attempt may have reached the service nevertheless, so the engine looks for the document first.
        if record.phase == .waiting { engine.sendingMayStart.ring() }
    }

    /// Returns the documents that cannot be uploaded, by source id, with the reasons.
    ///
    /// The service has refused them, or their files on the device are damaged. They stay on the device until they are
    /// sent again with ``retry(sourceId:)`` or removed with ``remove(sourceId:)``.
    ///
    /// - Throws: ``SensibillSDK/ServiceError/notAcceptingRequests`` while the SDK is not started; an error of the
    ///   storage.
    public func refusals() throws -> [String: String] {
        let engine = try current()
        let records = try engine.store.records(of: engine.owner)
        return Dictionary(records.compactMap { record in record.refusal.map { (record.sourceId, $0) } }) { one, _ in one
        }
    }

    /// Returns the damaged files of the queue of all users, which are kept next to the queue, the oldest first.
    ///
    /// The documents of a damaged queue move to a new one. A document whose file cannot be read gets a
    /// reason in ``refusals()``, unless the service has it. A document whose user cannot be read is only in the damaged
    /// file, as the configuration's logger reports. The SDK never deletes these files.
    ///
    /// - Throws: ``SensibillSDK/ServiceError/notAcceptingRequests`` while the SDK is not started.
    public func damagedFiles() throws -> [URL] {
        try current().store.damagedFiles
    }

    /// Returns the documents of the current user that are in the queue: to send, being read, refused, or finished with a
    /// final event that has not been delivered to an observer.
    ///
    /// - Throws: ``SensibillSDK/ServiceError/notAcceptingRequests`` while the SDK is not started; an error of the
    ///   storage.
    public func allSourceIds() throws -> Set<String> {
        let engine = try current()
        return Set(try engine.store.records(of: engine.owner).map(\.sourceId))
    }

    /// Delivers the last notification of a document again; does nothing if there was none.
    ///
    /// - Throws: ``SensibillSDK/ServiceError/unknownSource`` if no document has the source id;
    ///   ``SensibillSDK/ServiceError/notAcceptingRequests`` while the SDK is not started; an error of the storage.
    public func renotify(sourceId: String) throws {
        let engine = try current()
        let record = try engine.store.records(of: engine.owner).first { $0.sourceId == sourceId }
        guard let record else { throw SensibillSDK.ServiceError.unknownSource }
        guard let last = record.last else { return }
        engine.renotify(sourceId, last)
    }

    /// Returns the number of the current user's documents in each phase.
    ///
    /// - Throws: ``SensibillSDK/ServiceError/notAcceptingRequests`` while the SDK is not started; an error of the
    ///   storage.
    public func progress() throws -> DocumentUploadProgress {
        let engine = try current()
        return DocumentUploadProgress(try engine.store.records(of: engine.owner))
    }

    /// The future events of documents, as an asynchronous sequence.
    public var events: DocumentUploadEvents { DocumentUploadEvents(observers: observers) }

    /// The number of bytes sent of the current document, as an asynchronous sequence.
    ///
    /// Reports bytes that are sent after the stream was created. A document that is sent again restarts at 0. Reports
    /// nothing for documents that the system sends with ``BackgroundTransfers``, which announce only their ends.
    public var byteProgress: AsyncStream<DocumentByteProgress> { observers.byteStream() }

    /// Adds an observer and replaces any observer with the same key.
    ///
    /// The observer is held weakly.
    public func addObserver(_ observer: any DocumentUploadObserver, for key: String) {
        observers.add(observer, for: key)
    }

    /// Removes an observer.
    public func removeObserver(forKey key: String) {
        observers.remove(forKey: key)
    }

    /// Starts the uploads of a user.
    func start(_ engine: UploadEngine) {
        let predecessor = state.withLock { state in
            state.engine = engine
            return state.lastEnd
        }
        engine.start(after: predecessor)
    }

    /// Stops the uploads of the user, without waiting.
    func stop() {
        state.withLock { state in
            guard let engine = state.engine else { return }
            state.engine = nil
            state.lastEnd = engine.stop()
        }
    }

    private func current() throws -> UploadEngine {
        guard let engine = state.withLock({ $0.engine }) else { throw SensibillSDK.ServiceError.notAcceptingRequests }
        return engine
    }
}

/// The number of bytes of a document that have been sent.
public struct DocumentByteProgress: Hashable, Sendable {
    /// The source id of the document.
    public let sourceId: String

    /// The number of bytes sent, including the multipart form around the document; 0 or more.
    public let sent: Int

    /// The total number of bytes to send.
    public let total: Int

    /// Creates progress from the progress of a request's body.
    init(sourceId: String, _ progress: TransferProgress) {
        self.sourceId = sourceId
        sent = progress.bytes
        total = progress.total ?? progress.bytes
    }
}

/// The number of a user's documents in each phase.
public struct DocumentUploadProgress: Hashable, Sendable {
    /// The number of documents to send.
    public let waiting: Int

    /// The number of documents that the service is reading.
    public let processing: Int

    /// The number of documents that cannot be uploaded.
    public let refused: Int

    /// The number of finished documents whose final event has not been delivered to an observer.
    public let finished: Int

    init(_ records: [UploadRecord]) {
        waiting = records.count { $0.phase == .waiting }
        processing = records.count { $0.documentId != nil }
        refused = records.count { $0.refusal != nil }
        finished = records.count { $0.phase == .finished }
    }
}

extension InputCheck {
    /// Checks the metadata of a document to upload.
    static func metadata(_ metadata: DocumentMetadata) throws(Failure) {
        try known(metadata.documentType, "documentType")
        try plainText(metadata.documentDescription, "documentDescription")
        if let account = metadata.accountNumber { try id(account, "accountNumber") }
        if let transaction = metadata.accountTransactionID { try id(transaction, "accountTransactionID") }
    }
}
