/// The Keychain group of the integration guide; the system prefixes the names of groups with the team of the app.
enum KeychainGroup {
    /// The name of the group without the team.
    static let name = "com.aptoide.appcoins-wallet"

    /// Returns whether a group of the system is the documented one.
    static func isDocumented(_ group: String) -> Bool {
        group == name || group.hasSuffix(".\(name)") && !group.dropLast(name.utf8.count + 1).contains(".")
    }

    /// Returns the documented group with the team of another group.
    static func documented(inTeamOf group: String) -> String {
        guard let dot = group.firstIndex(of: "."), dot != group.startIndex else { return name }
        return "\(group[..<dot]).\(name)"
    }
}
