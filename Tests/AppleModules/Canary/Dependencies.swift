// swift-format-ignore-file
// Code that needs newer systems because of a dependency.
import Hummingbird

func server() {
    _ = Router()  // error: 'Router' is only available in
}
