import Foundation
import SensibillAPI
import SensibillSDK

/// An app that uploads documents.
///
/// A test kills it at any time.
///
/// Arguments: the folder, the address of the service, a user's access token, and the number of documents to queue
/// before it waits for all to end. It prints the source ID of each queued document, and records ends in the file
/// `ends`.
@main
@MainActor
struct SensibillCrasher {
    static func main() async throws {
        let arguments = CommandLine.arguments
        let folder = URL(fileURLWithPath: arguments[1])
        let observer = try EndsOnDisk(folder.appendingPathComponent("ends"))
        SensibillSDK.addObserver(observer, for: "ends")
        let tokens = GivenToken(arguments[3])
        try await SensibillSDK.start(
            userIdentifier: "ada",
            tokenProvider: tokens,
            configuration: .init(
                api: .init(baseUrl: arguments[2], certificatePinningEnabled: false),
                uploads: UploadPolicy(
                    directory: folder,
                    baseDelay: .milliseconds(5),
                    maximumDelay: .milliseconds(50),
                    pollTimeout: 1,
                    pollInterval: .milliseconds(5)
                )
            )
        )
        let service = SensibillSDK.shared.documentUploadService
        for number in 0..<(Int(arguments[4]) ?? 0) {
            let picture = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data("TOTAL=\(number);".utf8) + Data([0xFF, 0xD9])
            print(try service.add(source: picture, metadata: .init(documentType: .receipt)).get())
        }
        // A process that reads the pipe waits for these lines.
        fflush(nil)
        while try !service.allSourceIds().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        withExtendedLifetime((observer, tokens)) {}
    }
}

/// An observer that records the end of each document before it returns.
final class EndsOnDisk: DocumentUploadObserver {
    private let file: FileHandle

    init(_ url: URL) throws {
        if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
        file = try FileHandle(forWritingTo: url)
        try file.seekToEnd()
    }

    func onDocumentUploadServiceNotification(for sourceId: String, payload: DocumentUploadStatusInfo) {
        guard payload.isFinal else { return }
        file.write(Data("\(sourceId) \(payload)\n".utf8))
    }
}

/// A token provider with a fixed token.
final class GivenToken: TokenProvider {
    private let token: String

    init(_ token: String) {
        self.token = token
    }

    func provideTokenReplacement(
        userIdentifier: String,
        completion: @escaping (Result<SensibillSDK.Credentials, any Error>) -> Void
    ) {
        completion(.success(.init(accessToken: token)))
    }
}
