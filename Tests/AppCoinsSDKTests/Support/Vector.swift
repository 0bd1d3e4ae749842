import AppCoinsAPI

@testable import AppCoinsSDK

/// A purchase signed with a test key.
enum Vector {
    static let message = """
        {"orderId":"ZWYXGYZCPWHZDZUK4H","packageName":"com.example.game","productId":"gas","purchaseTime":1583058465823,\
        "purchaseToken":"catappult.inapp.purchase.ABCDEFGHIJ1234","purchaseState":0,"developerPayload":"User123"}
        """

    static let key = #"""
        -----BEGIN PUBLIC KEY-----\r\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAvd8Fqfb6tfWMSOjU2DUK\r\n\#
        ZzmdQCV6aFRnXOMi8o+acdmnzRGmz5QffFDn8ihkKSqjDXFtZ4mBAO5EkZHx16WQ\r\n\#
        kOUWpIKbHfJDx1luRn+ucju7XEmXBpg6KX+CCqVrz4D8MyaT\/A46kUW704vbvCyu\r\n\#
        1zoGsIsveE30OMw1+GLWSZ3C\/pUZT56wg2ifvKoFPqoIld3i1bTwL4gm2kRXrIrg\r\n\#
        llm6RUVo0YKTMB39tF0SjQareK5V+f\/VNBEIPaB8P4+CIwdiSOE2wByG0lAj3mYj\r\n\#
        JySIIkSYAPYwJ1uRWbHnVDUVk9Mc1Q2wDOdRR8Q8PHD\/UcBzHQLZcNMBJ8\/TjPd4\r\nbQIDAQAB\r\n-----END PUBLIC KEY-----
        """#

    static let signature = """
        RfDlbulpOfcMY1r7qUC+k2ONWLsiHt6+YQ/JG85sCeGaq1J88ob2EZLhe/pqH95AVlTU1RcFppeS5anoKvi4ZoeVE7r34HEUIGIsaJX1HwsYHZPA\
        kdsu9Jc7gnq+OSshzeFQYuUGYQADomOrus4zB032TWYbOiRAt6gu4aaKJUlH4w8VxIt+w+qTpVwxDSlp7zVDiX59+u5l1GAkFEcix/gdpwK6t/gI\
        eB07bhhAwMpZjxZEJMnsdiItybtCvyMo56+kd28vXm6CdbyWae5/4AXWH1J6SowxaT6T+g+Y7gjR/aHlm0mk9BQnF7xsMgaQja+KsRnugY8qIDhw\
        9Sk4dA==
        """

    static let expected = ExpectedPurchase(
        domain: "com.example.game",
        sku: "gas",
        uid: "catappult.inapp.purchase.ABCDEFGHIJ1234",
        orderUid: "ZWYXGYZCPWHZDZUK4H"
    )

    static var signed: SignedPurchaseData {
        SignedPurchaseData(type: .google, data: message, signature: signature)
    }
}
