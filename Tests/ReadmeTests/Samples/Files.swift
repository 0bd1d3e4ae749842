import APIRuntime
import Foundation
import NotesAPI

// region upload
func replace(_ file: URL, in client: NotesClient) async throws {
    let options = CallOptions(progress: { print($0.bytes, $0.total ?? 0) })
    try await client.notes.replaceAttachment(
        coordinates: [1, 2],
        flags: [],
        body: .file(file),
        options: options
    )
}
// endregion

// region download
func download(to file: URL, from client: NotesClient) async throws {
    let downloaded = try await client.notes.attachment(
        coordinates: [1, 2],
        flags: [],
        to: file
    )
    print(downloaded.url.lastPathComponent)
}
// endregion

// region chunks
func count(_ client: NotesClient) async throws -> Int {
    let chunks = try await client.notes.attachmentStream(
        coordinates: [1, 2],
        flags: []
    )
    var bytes = 0
    for try await chunk in chunks { bytes += chunk.count }
    return bytes
}
// endregion
