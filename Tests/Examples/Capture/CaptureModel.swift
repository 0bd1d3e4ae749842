import Foundation
import SensibillSDK

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// The life of the SDK in the app: it starts when a user signs in, and stops when the user signs out.
@MainActor
final class CaptureModel: ObservableObject {
    /// Whether the SDK is running and accepts pictures.
    @Published private(set) var isRunning = false

    /// A sentence for the user about the last failure; `nil` if there is none.
    @Published private(set) var failure: String?

    /// The queue of the signed-in user.
    let queue: UploadQueueModel

    private let sdk: SensibillSDK
    private let configuration: SensibillSDK.Configuration
    private let tokens: BackendTokens

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - configuration: The address of the service, and the folder of the queue.
    ///   - tokens: The source of the user's tokens.
    ///   - sdk: The SDK that the model starts and stops.
    init(configuration: SensibillSDK.Configuration, tokens: BackendTokens, sdk: SensibillSDK = .shared) {
        self.configuration = configuration
        self.tokens = tokens
        self.sdk = sdk
        queue = UploadQueueModel(sdk: sdk)
    }

    /// Starts the SDK for a user and continues that user's queue.
    func signIn(as user: String) async {
        await report {
            try await sdk.start(userIdentifier: user, tokenProvider: tokens, configuration: configuration)
            queue.resume()
            isRunning = true
        }
    }

    /// Stops the SDK.
    ///
    /// Pictures that have not been sent stay in the user's queue.
    func signOut() async {
        await report {
            try await sdk.stop()
            queue.clear()
            isRunning = false
        }
    }

    private func report(_ step: () async throws -> Void) async {
        do {
            try await step()
            failure = nil
        } catch {
            failure = error.localizedDescription
        }
    }
}
