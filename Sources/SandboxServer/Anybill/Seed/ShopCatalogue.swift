import AnybillAPI

/// The fictional shops of the seeded receipts.
enum ShopCatalogue {
    static let shops = [market, organicMarket, fuelStation, builders, pharmacy, bakery, clothes, bistro]

    private static let market = Shop(
        id: "S-1",
        name: "Donaumarkt",
        street: "Uferweg 5",
        postalCode: "93047",
        city: "Regensburg",
        goods: [
            Good("Apples", 299, vat: 7, .kilogram), Good("Whole milk 1 l", 119, vat: 7),
            Good("Butter 250 g", 229, vat: 7), Good("Rye bread", 349, vat: 7),
            Good("Mineral water 1 l", 69, deposit: 25), Good("Lager 0.5 l", 109, deposit: 8),
            Good("Dish soap", 145), Good("Kitchen roll", 279), Good("Ground coffee 500 g", 649, vat: 7),
        ]
    )

    private static let organicMarket = Shop(
        id: "S-2",
        name: "Grünkern Naturkost",
        street: "Gartenstraße 18",
        postalCode: "90402",
        city: "Nürnberg",
        goods: [
            Good("Carrots", 249, vat: 7, .kilogram), Good("Tomatoes", 449, vat: 7, .kilogram),
            Good("Oat drink", 199), Good("Spelt flour 1 kg", 289, vat: 7),
            Good("Yoghurt in a glass", 169, vat: 7, deposit: 15), Good("Olive oil 0.5 l", 899, vat: 7),
        ]
    )

    private static let fuelStation = Shop(
        id: "S-3",
        name: "Tankhof Süd",
        street: "Bundesstraße 104",
        postalCode: "86159",
        city: "Augsburg",
        goods: [
            Good("Super E10", 174, .liter), Good("Diesel", 166, .liter), Good("Screen wash 5 l", 799),
            Good("Cola 0.5 l", 199, deposit: 25),
        ]
    )

    private static let builders = Shop(
        id: "S-4",
        name: "Werkzeughalle",
        street: "Industriering 7",
        postalCode: "80939",
        city: "München",
        goods: [
            Good("Wood screws 4x40, 200", 1299), Good("Wall paint 10 l", 4999), Good("Pine board", 895, .meters),
            Good("Cable 3x1.5", 139, .meters), Good("Paint roller", 649),
        ]
    )

    private static let pharmacy = Shop(
        id: "S-5",
        name: "Apotheke am Tor",
        street: "Torplatz 2",
        postalCode: "94032",
        city: "Passau",
        goods: [
            Good("Ibuprofen 400 mg, 20", 549), Good("Nasal spray", 429), Good("Plasters", 385),
            Good("Herbal tea", 315, vat: 7), Good("Prescription charge", 500, vat: 0),
        ]
    )

    private static let bakery = Shop(
        id: "S-6",
        name: "Backstube Lindner & Co",
        street: "Marktgasse 11",
        postalCode: "84028",
        city: "Landshut",
        goods: [
            Good("Pretzel", 95, vat: 7), Good("Croissant", 165, vat: 7), Good("Wheat roll", 42, vat: 7),
            Good("Cappuccino", 340), Good("Apple cake", 310, vat: 7),
        ]
    )

    private static let clothes = Shop(
        id: "S-7",
        name: "Kleiderwerk",
        street: "Maximilianallee 40",
        postalCode: "93051",
        city: "Regensburg",
        goods: [
            Good("T-shirt", 1999), Good("Jeans", 6995), Good("Socks, 3 pairs", 1295), Good("Rain jacket", 8990),
            Good("Scarf", 2495),
        ]
    )

    private static let bistro = Shop(
        id: "S-8",
        name: "Bistro Hafenblick",
        street: "Am Hafen 1",
        postalCode: "93059",
        city: "Regensburg",
        goods: [
            Good("Soup of the day", 690), Good("Pasta", 1290), Good("Salad", 1050), Good("Espresso", 260),
            Good("Apple spritzer 0.4 l", 420),
        ]
    )
}
