extension String {
    /// The Boolean that a string is in YAML 1.1, such as `yes`; `nil` for any other string.
    var oldBool: Bool? {
        switch lowercased() {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }
}
