import APIRuntime
import AnybillAPI
import URLSessionTransport

// region urlSession
let anybill = AnybillClient(transport: .urlSession)
// endregion
