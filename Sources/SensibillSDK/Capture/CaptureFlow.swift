public import Foundation

/// The capture of documents with a camera.
///
/// The screens are the app's own: give a ``CaptureFlowPresenter`` that shows them.
public enum CaptureFlow {
    /// What came of a capture.
    public struct ProcessingInfo: Hashable, Sendable {
        /// Source ids of the captured pictures that will be uploaded, one for each, in their order.
        public let sourceIds: [String]

        /// Creates the information.
        public init(sourceIds: [String]) {
            self.sourceIds = sourceIds
        }
    }

    /// A picture that a camera gave.
    public struct CapturedDocument: Hashable, Sendable {
        /// JPEG, PNG, GIF or PDF of at most 5 MB.
        public let source: Data

        /// What is known about it.
        public let metadata: DocumentMetadata

        /// Creates a picture.
        public init(source: Data, metadata: DocumentMetadata) {
            self.source = source
            self.metadata = metadata
        }
    }
}

/// Shows the app's camera.
@preconcurrency @MainActor
public protocol CaptureFlowPresenter: AnyObject {
    /// Lets the user take pictures.
    ///
    /// - Parameter completion: To be called once with the pictures; with none when the user cancelled.
    func presentCapture(completion: @escaping @MainActor ([CaptureFlow.CapturedDocument]) -> Void)
}
