import AppCoinsAPI
import APIRuntime
import APIServer
import Foundation

/// The operations of the tag `currencies`.
struct SandboxCurrencies: AppCoinsCurrenciesService {
    let world: AppCoinsWorld

    /// Returns an amount in another currency, by default in the caller's own.
    func convert(
        from: String,
        amount: String,
        to: String?,
        request: ServerRequest
    ) async throws(ConvertCurrencyError) -> ServerResponse<CurrencyConversion> {
        guard let number = Self.number(amount) else {
            throw .badRequest(.invalid(request, "amount", value: amount, "amount is decimal text with a dot."))
        }
        guard let source = world.prices.currency(from) else {
            throw .notFound(.notFound(request, "The currency to convert from is not known."))
        }
        guard let target = to.map({ world.prices.currency($0) }) ?? world.userCurrency else {
            throw .notFound(.notFound(request, "The currency to convert to is not known."))
        }
        let value = world.prices.convert(number, from: source, to: target)
        return ServerResponse(
            CurrencyConversion(
                currency: target.code,
                label: target.label,
                sign: target.sign.trimmingCharacters(in: .whitespaces),
                value: "\(value.rounded(to: 4))"
            )
        )
    }

    /// Returns the currencies in which prices can be displayed.
    func list(
        type: CurrencyKind?,
        iconHeight: Int?,
        limit: Int?,
        cursor: String?,
        request: ServerRequest
    ) async throws(ListCurrenciesError) -> ServerResponse<CurrencyPage> {
        let listed = type == nil || type == .fiat ? world.prices.currencies : []
        let page = try world.page(
            listed,
            id: \.code,
            limit: limit,
            cursor: cursor,
            for: request,
            failing: ListCurrenciesError.self
        )
        let addresses = PageAddresses(
            request: request,
            query: [
                ("type", type?.rawValue), ("icon.height", iconHeight.map(String.init)),
                ("limit", limit.map(String.init)),
            ]
        )
        let items = page.items.map { currency in
            CurrencyInfo(
                currency: currency.code,
                label: currency.label,
                sign: currency.sign.trimmingCharacters(in: .whitespaces),
                type: .fiat,
                flag: "\(request.baseURL)/sandbox/appcoins/flags/\(currency.code)?height=\(iconHeight ?? 64)"
            )
        }
        return ServerResponse(
            CurrencyPage(items: items, next: addresses.link(page.next), previous: addresses.link(page.previous))
        )
    }

    /// Parses digits with at most one decimal point, or returns `nil` for any other string.
    static func number(_ text: String) -> Decimal? {
        let halves = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }) else { return nil }
        return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }
}
