public import Foundation
public import SensibillSDK

/// Endpoints for lookups whose responses an app's tests define.
///
/// A task whose closure is not set fails with ``FakeResponseMissing``.
public struct FakeLookups: LookupsEndpointsProvider {
    /// The version of the API.
    public var version = EndpointVersion.v2

    /// The response of a task that lists the categories of documents, named for a locale.
    public var categories: @Sendable (Locale?) async throws -> SensibillAPIModel.GetLookupCategoryListResponseDto =
        { _ in throw FakeResponseMissing("lookups.categories") }

    /// The response of a task that lists the currencies that documents may have, named for a locale.
    public var currencyList: @Sendable (Locale?) async throws -> SensibillAPIModel.GetLookupCurrencyListResponseDto =
        { _ in throw FakeResponseMissing("lookups.currencyList") }

    /// The response of a task that lists the locales that the service supports.
    public var localeList: @Sendable () async throws -> SensibillAPIModel.GetLookupLocaleListResponseDto =
        { throw FakeResponseMissing("lookups.localeList") }

    /// Creates endpoints without responses.
    public init() {}
}

extension FakeLookups {
    /// Creates a task that lists the categories of documents, named for a locale.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func documentCategories(
        locale: Locale?
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetLookupCategoryListResponseDto> {
        .init { [categories] _ in try await categories(locale) }
    }

    /// Creates a task that lists the currencies that documents may have, named for a locale.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func currencies(
        locale: Locale?
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetLookupCurrencyListResponseDto> {
        .init { [currencyList] _ in try await currencyList(locale) }
    }

    /// Creates a task that lists the locales that the service supports.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func locales() throws -> SensibillAPIClient.Task<SensibillAPIModel.GetLookupLocaleListResponseDto> {
        .init { [localeList] _ in try await localeList() }
    }
}
