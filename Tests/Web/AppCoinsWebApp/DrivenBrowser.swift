import APIRuntime
import AppCoinsSDK
import Foundation

/// Shows checkouts by asking the driver to open them.
final class DrivenBrowser: CheckoutPresenter {
    private let driver: Driver
    private let shown = LockedState<DrivenSheet?>(nil)

    /// Uses a driver.
    init(driver: Driver) {
        self.driver = driver
    }

    /// The checkout that is shown; `nil` when none is.
    var sheet: DrivenSheet? { shown.withLock { $0 } }

    func open(_ request: CheckoutRequest) async -> any CheckoutSheet {
        let sheet = DrivenSheet(driver: driver)
        shown.withLock { $0 = sheet }
        driver.say(["open": .string(request.url.absoluteString)])
        return sheet
    }
}

/// A checkout in the driver's browser.
final class DrivenSheet: CheckoutSheet {
    /// What happens on the page.
    let events: AsyncStream<CheckoutEvent>

    private let driver: Driver
    private let continuation: AsyncStream<CheckoutEvent>.Continuation

    /// Uses a driver.
    init(driver: Driver) {
        self.driver = driver
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Lets something happen on the page.
    func play(_ event: CheckoutEvent) { continuation.yield(event) }

    func forward(_ link: String) async { driver.say(["forward": .string(link)]) }

    func follow(_ redirect: CheckoutRedirection) async {
        let (kind, url) =
            switch redirect {
            case .authentication(let url): ("authentication", url)
            case .external(let url): ("external", url)
            case .application(let url): ("application", url)
            case .inApp(let url): ("inApp", url)
            }
        driver.say(["follow": .string(kind), "url": .string(url.absoluteString)])
    }

    func close() async { continuation.finish() }
}
