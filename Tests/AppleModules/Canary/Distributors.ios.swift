// swift-format-ignore-file
// Code that needs a newer system than its condition names.
import MarketplaceKit

@available(iOS 17.4, *)
func distributor() -> AppDistributor {
    .web  // error: 'web' is only available in iOS 17.5 or newer
}
