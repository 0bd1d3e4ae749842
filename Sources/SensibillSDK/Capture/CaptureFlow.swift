public import Foundation

/// The capture of documents with a camera.
///
/// The app provides the screens through a ``CaptureFlowPresenter``.
public enum CaptureFlow {
    /// The result of a capture.
    public struct ProcessingInfo: Hashable, Sendable {
        /// Source ids of the captured pictures that will be uploaded, in the order of capture.
        public let sourceIds: [String]

        /// Creates the information.
        public init(sourceIds: [String]) {
            self.sourceIds = sourceIds
        }
    }

    /// A picture taken with a camera.
    public struct CapturedDocument: Hashable, Sendable {
        /// The bytes of a JPEG, PNG, GIF or PDF file of at most 5 MB.
        public let source: Data

        /// The metadata of the document.
        public let metadata: DocumentMetadata

        /// Creates a picture.
        public init(source: Data, metadata: DocumentMetadata) {
            self.source = source
            self.metadata = metadata
        }
    }
}

/// A type that presents the app's camera.
@preconcurrency @MainActor
public protocol CaptureFlowPresenter: AnyObject {
    /// Lets the user take pictures.
    ///
    /// - Parameter completion: A closure to call exactly once with the pictures; pass an empty array if the user
    ///   cancelled.
    func presentCapture(completion: @escaping @MainActor ([CaptureFlow.CapturedDocument]) -> Void)
}
