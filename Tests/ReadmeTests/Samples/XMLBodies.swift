import APIRuntime
import APIXML

// region codec
func makeXMLConfiguration() -> ClientConfiguration {
    var configuration = ClientConfiguration()
    configuration.bodyCodecs.append(XMLBodyCodec())
    return configuration
}
// endregion
