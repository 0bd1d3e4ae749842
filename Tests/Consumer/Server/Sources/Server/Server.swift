import APIServer
import AnybillServer
import AsyncHTTPTransport

/// Imports the products of a backend.
@main
enum Server {
    static func main() {
        print(ServerOptions(), AsyncHTTPTransport.self, AnybillCredentials.self)
    }
}
