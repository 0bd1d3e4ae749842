import APIRuntime
import Foundation
import NotesAPI

// region upload
func replace(_ file: URL, in client: NotesClient) async throws {
    let options = CallOptions(progress: { progress in print(progress.bytes, progress.total ?? 0) })
    try await client.notes.replaceAttachment(coordinates: [1, 2], flags: [], body: .file(file), options: options)
}
// endregion

// region download
func download(to file: URL, from client: NotesClient) async throws {
    let downloaded = try await client.notes.attachment(coordinates: [1, 2], flags: [], to: file)
    print(downloaded.url.lastPathComponent)
}
// endregion

// region chunks
func count(_ client: NotesClient) async throws -> Int {
    var bytes = 0
    for try await chunk in try await client.notes.attachmentStream(coordinates: [1, 2], flags: []) {
        bytes += chunk.count
    }
    return bytes
}
// endregion
