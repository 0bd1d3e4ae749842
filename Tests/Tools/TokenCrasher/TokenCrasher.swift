import APIRuntime
import Foundation

/// A process that renews a stored token.
///
/// A test kills it at any time or runs it concurrently with another one.
///
/// Arguments: the token file, the file of an imitated server, and the number of renewals. The server's file has one
/// line for each issued refresh token; only the last one is valid. Prints each access token that may be used.
@main
struct TokenCrasher {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let count = Int(arguments[3]) else {
            print("usage: TokenCrasher <token file> <server file> <count>")
            return
        }
        let server = FileServer(path: arguments[2])
        let session = TokenSession(
            store: FileTokenStore(url: URL(fileURLWithPath: arguments[1])),
            refresher: TokenRefresher { try server.renew($0) },
            refreshLimit: RefreshLimit(count: .max)
        )
        for _ in 0..<count {
            // Two processes that start with the same token must renew it only once.
            let refused = try await session.credential()
            let next = count == 1 ? try await session.refused(refused) : try await session.refresh()
            say(next?.value ?? "none")
        }
    }

    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}

/// A server that rotates refresh tokens, in a file that several processes share.
struct FileServer: Sendable {
    let path: String

    /// Exchanges a refresh token.
    ///
    /// A token that was already used is refused.
    func renew(_ token: OAuthToken) throws -> OAuthToken {
        let issued = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        guard let last = issued.last, let spent = token.refreshToken, spent == last else { throw Refused() }
        let number = issued.count + 1
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("r\(number)\n".utf8))
        return OAuthToken(accessToken: "a\(number)", refreshToken: "r\(number)")
    }

    /// The refusal of a token that was already used.
    struct Refused: Error, StatusCarrying {
        let status: Int? = 400
    }
}
