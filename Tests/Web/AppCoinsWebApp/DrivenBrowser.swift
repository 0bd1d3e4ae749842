import APIRuntime
import AppCoinsSDK
import Foundation

/// A presenter that asks the driver to open checkouts.
final class DrivenBrowser: CheckoutPresenter {
    private let driver: Driver
    private let shown = LockedState<DrivenSheet?>(nil)

    /// Creates a presenter with a driver.
    init(driver: Driver) {
        self.driver = driver
    }

    /// The current checkout; `nil` if there is none.
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
    /// The events of the page.
    let events: AsyncStream<CheckoutEvent>

    private let driver: Driver
    private let continuation: AsyncStream<CheckoutEvent>.Continuation

    /// Creates a sheet with a driver.
    init(driver: Driver) {
        self.driver = driver
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Adds an event of the page.
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
