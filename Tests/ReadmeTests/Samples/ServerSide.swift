import APIRuntime
import AnybillAPI
import AsyncHTTPTransport

// region transport
let backend = AnybillClient(configuration: ClientConfiguration(transport: AsyncHTTPTransport.shared))
// endregion
