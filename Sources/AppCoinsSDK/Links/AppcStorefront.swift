/// An override of the storefront, for development builds.
public struct AppcStorefront: Sendable, Hashable {
    /// A store that an override can simulate.
    public enum Marketplace: String, Sendable, Hashable, CaseIterable {
        /// Aptoide's marketplace.
        case aptoide
        /// Apple's App Store.
        case apple
    }

    /// The region, ISO 3166 alpha-3; `nil` does not override the region.
    public var locale: String?

    /// The store; `nil` does not override the store.
    public var marketplace: Marketplace?

    /// Creates an override.
    public init(locale: String? = nil, marketplace: Marketplace? = nil) {
        self.locale = locale
        self.marketplace = marketplace
    }

    /// Whether the region is in the European Union.
    var isInEU: Bool { locale.map { Self.europeanUnion.contains($0) } ?? false }

    /// Returns whether a region can be used in an override.
    static func isKnown(_ code: String) -> Bool { codes.contains(code) }

    /// The regions of the European Union, ISO 3166 alpha-3.
    public static let europeanUnion: Set<String> = words(
        """
        AUT BEL BGR HRV CYP CZE DNK EST FIN FRA DEU GRC HUN IRL ITA LVA LTU LUX MLT NLD POL PRT ROU SVK SVN ESP SWE
        """
    )

    /// The regions with a storefront, ISO 3166 alpha-3.
    public static let codes: Set<String> = words(
        """
        AFG ALB DZA AGO AIA ATG ARG ARM AUS AUT AZE BHS BHR BRB BLR BEL BLZ BEN BMU BTN BOL BIH BWA BRA VGB BRN BGR BFA
        KHM CMR CAN CPV CYM TCD CHL CHN COL COD COG CRI CIV HRV CYP CZE DNK DMA DOM ECU EGY SLV EST SWZ FJI FIN FRA GAB
        GMB GEO DEU GHA GRC GRD GTM GNB GUY HND HKG HUN ISL IND IDN IRQ IRL ISR ITA JAM JPN JOR KAZ KEN XKS KWT KGZ LAO
        LVA LBN LBR LBY LTU LUX MAC MDG MWI MYS MDV MLI MLT MRT MUS MEX FSM MDA MNG MNE MSR MAR MOZ MMR NAM NRU NPL NLD
        NZL NIC NER NGA MKD NOR OMN PAK PLW PAN PNG PRY PER PHL POL PRT QAT KOR ROU RUS RWA STP SAU SEN SRB SYC SLE SGP
        SVK SVN SLB ZAF ESP LKA KNA LCA VCT SUR SWE CHE TWN TJK TZA THA TON TTO TUN TUR TKM TCA UGA UKR ARE GBR USA URY
        UZB VUT VEN VNM YEM ZMB ZWE
        """
    )

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
