import APIRuntime
public import Foundation

/// Uploads documents of the current user, over restarts of the app and without a network in between.
///
/// ```swift
/// switch SensibillSDK.shared.documentUploadService.add(source: jpeg, metadata: .init(documentType: .receipt)) {
/// case .success(let sourceId): currentSourceId = sourceId
/// case .failure(let error): print(error)
/// }
/// ```
public final class DocumentUploadService: Sendable {
    private let engine = LockedState<UploadEngine?>(nil)
    private let now: @Sendable () -> Date

    /// Everybody who listens.
    let observers = UploadObservers()

    init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    /// Accepts a document: it is on the disk when this returns, and will be uploaded.
    ///
    /// - Parameters:
    ///   - source: A JPEG, PNG, GIF or PDF of at most 5 MB.
    ///   - metadata: What is known about it.
    /// - Returns: The source id, which notifications carry; a failure when the document was not accepted:
    ///   ``SensibillAPIModel/SourceFileError``, ``SensibillAPIClient/TaskError/invalidInput(_:)``,
    ///   ``SensibillSDK/ServiceError`` while the SDK is not started, or an error of the storage.
    public func add(source: Data, metadata: DocumentMetadata) -> Result<String, any Error> {
        Result {
            let engine = try current()
            _ = try SensibillAPIModel.SourceFile(data: source)
            try InputCheck.metadata(metadata)
            let record = UploadRecord(sourceId: UUID().uuidString.lowercased(), metadata: metadata, now: now())
            try engine.store.add(record, content: source, owner: engine.owner)
            engine.wake()
            return record.sourceId
        }
    }

    /// Forgets a document for good.
    ///
    /// One that the service has already stays there.
    ///
    /// - Throws: ``SensibillSDK/ServiceError/unknownSource`` when there is none; an error of the storage.
    public func remove(sourceId: String) throws {
        let engine = try current()
        guard try engine.store.remove(sourceId, owner: engine.owner) else {
            throw SensibillSDK.ServiceError.unknownSource
        }
    }

    /// The documents of the current user whose end no observer knows yet.
    public func allSourceIds() throws -> Set<String> {
        let engine = try current()
        return Set(try engine.store.records(of: engine.owner).map(\.sourceId))
    }

    /// Repeats the last notification of a document; does nothing when there was none.
    ///
    /// - Throws: ``SensibillSDK/ServiceError/unknownSource`` when there is no such document; an error of the storage.
    public func renotify(sourceId: String) throws {
        let engine = try current()
        let record = try engine.store.records(of: engine.owner).first { $0.sourceId == sourceId }
        guard let record else { throw SensibillSDK.ServiceError.unknownSource }
        guard let last = record.last else { return }
        Task { await engine.tell(sourceId, last) }
    }

    /// How far the documents of the current user are.
    public func progress() throws -> DocumentUploadProgress {
        let engine = try current()
        return DocumentUploadProgress(try engine.store.records(of: engine.owner))
    }

    /// What happens to documents from now on, as a sequence.
    public var events: DocumentUploadEvents { DocumentUploadEvents(observers: observers) }

    /// How many bytes of the document that is being sent have left, as a sequence.
    ///
    /// Begins with what is sent from now on. A document that is sent again starts at its beginning.
    public var byteProgress: AsyncStream<DocumentByteProgress> { observers.byteStream() }

    /// Adds an observer; the former one of the key is forgotten.
    ///
    /// It is held weakly.
    public func addObserver(_ observer: any DocumentUploadObserver, for key: String) {
        observers.add(observer, for: key)
    }

    /// Forgets an observer.
    public func removeObserver(forKey key: String) {
        observers.remove(forKey: key)
    }

    /// Begins to work for a user.
    func start(_ engine: UploadEngine) {
        self.engine.withLock { $0 = engine }
        engine.start()
    }

    /// Ends the work for a user.
    func stop() async {
        let engine = engine.withLock { engine in
            defer { engine = nil }
            return engine
        }
        await engine?.stop()
    }

    private func current() throws -> UploadEngine {
        guard let engine = engine.withLock({ $0 }) else { throw SensibillSDK.ServiceError.notAcceptingRequests }
        return engine
    }
}

/// How many bytes of a document have left.
public struct DocumentByteProgress: Hashable, Sendable {
    /// The document.
    public let sourceId: String

    /// Bytes that have left, those of the form around the document among them; 0 or more.
    public let sent: Int

    /// Bytes to be sent in all.
    public let total: Int

    /// Creates progress from that of a request's body.
    init(sourceId: String, _ progress: TransferProgress) {
        self.sourceId = sourceId
        sent = progress.bytes
        total = progress.total ?? progress.bytes
    }
}

/// How far a user's documents are.
public struct DocumentUploadProgress: Hashable, Sendable {
    /// Documents to be sent.
    public let waiting: Int

    /// Documents that the service reads.
    public let processing: Int

    /// Documents at their end, about which no observer was told yet.
    public let finished: Int

    init(_ records: [UploadRecord]) {
        waiting = records.count { $0.phase == .waiting }
        processing = records.count { $0.documentId != nil }
        finished = records.count { $0.phase == .finished }
    }
}

extension InputCheck {
    /// What is known about a document to be uploaded.
    static func metadata(_ metadata: DocumentMetadata) throws(Failure) {
        try known(metadata.documentType, "documentType")
        try plainText(metadata.documentDescription, "documentDescription")
        if let account = metadata.accountNumber { try id(account, "accountNumber") }
        if let transaction = metadata.accountTransactionID { try id(transaction, "accountTransactionID") }
    }
}
