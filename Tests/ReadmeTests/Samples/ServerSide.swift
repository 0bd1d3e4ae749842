import APIRuntime
import AnybillAPI
import AsyncHTTPTransport

// region transport
let backend = AnybillClient(transport: .asyncHTTP)
// endregion
