// swift-format-ignore-file
// A delegate that misspells an optional method, checked in the way of Tests/AppleModules/Delegates.
import Foundation
import FoundationNetworking

protocol Methods {
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}

extension Methods {
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {}
}

final class Correct: NSObject, URLSessionDataDelegate {
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {}
}

final class Misspelt: NSObject, URLSessionDataDelegate {  // error: does not conform to protocol 'URLSessionDataDelegate'
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didRecieve data: Data) {}
}

extension Correct: Methods {}
extension Misspelt: Methods {}  // error: type 'Misspelt' does not conform to protocol 'Methods'
