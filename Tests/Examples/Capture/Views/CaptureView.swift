#if canImport(SwiftUI) && canImport(PhotosUI)
import SwiftUI

/// The first view of the app.
///
/// In an app's target, a type with the attribute `@main` creates the model from the app's settings and shows this view.
struct CaptureView: View {
    @ObservedObject var model: CaptureModel

    /// The identifier of the user whom the app has signed in.
    let user: String

    var body: some View {
        Group {
            if model.isRunning {
                UploadQueueView(model: model.queue)
            } else if let failure = model.failure {
                Text(failure)
            } else {
                ProgressView()
            }
        }
        .task { await model.signIn(as: user) }
    }
}
#endif
