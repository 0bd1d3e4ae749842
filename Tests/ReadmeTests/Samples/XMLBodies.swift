import APIRuntime
import APIXML
import URLSessionTransport

// region codec
func makeXMLConfiguration() -> ClientConfiguration {
    var configuration = ClientConfiguration(transport: .urlSession)
    configuration.bodyCodecs.append(XMLBodyCodec())
    return configuration
}
// endregion
