import Foundation
import PackagePlugin

/// The command `swift package specwright`, which runs the tool with its arguments in the folder of the package.
@main
struct SpecwrightCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let process = Process()
        process.executableURL = try context.tool(named: "specwright").url
        process.arguments = arguments
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        // The tool has printed the reason. An error makes the command fail.
        if process.terminationReason != .exit || process.terminationStatus != 0 {
            Diagnostics.error("specwright ended with exit code \(process.terminationStatus)")
        }
    }
}
