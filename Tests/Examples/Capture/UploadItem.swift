import SensibillSDK

/// A picture in the queue.
struct UploadItem: Equatable, Identifiable {
    /// The progress of a picture.
    enum State: Equatable {
        /// The picture is stored on the device and waits for its turn or for a connection.
        case waiting

        /// A part of the picture has been sent, from 0 to 1.
        case sending(Double)

        /// The service has the picture and is reading it.
        case reading

        /// The service has read the picture; the document has this id.
        case read(documentID: String)

        /// The service could not read the picture.
        case unreadable

        /// The service refused the picture, with this cause.
        case refused(String)
    }

    /// The source id by which the SDK identifies the picture.
    let id: String

    /// A name for the user.
    let title: String

    /// The progress.
    var state = State.waiting

    /// Whether the user can send the picture again.
    var canRetry: Bool {
        if case .refused = state { true } else { false }
    }

    /// Changes the state after a notification of the SDK.
    mutating func apply(_ info: DocumentUploadStatusInfo) {
        state =
            switch info {
            case .uploaded: .reading
            case .uploadFailedAttempt: .waiting
            case .uploadPermanentlyFailed(let cause): .refused(cause)
            case .processedFailed: .unreadable
            case .processedSuccess(let documentID): .read(documentID: documentID)
            }
    }

    /// Changes the state after a part of the picture has been sent.
    mutating func apply(_ progress: DocumentByteProgress) {
        switch state {
        case .waiting, .sending: state = .sending(Double(progress.sent) / Double(max(progress.total, 1)))
        case .reading, .read, .unreadable, .refused: break
        }
    }
}
