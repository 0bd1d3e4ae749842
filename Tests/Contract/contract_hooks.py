"""The credentials that Schemathesis sends to a sandbox."""

import base64
import json
import os

import requests
import schemathesis

SERVICE = os.environ["CONTRACT_SERVICE"]
URL = os.environ["CONTRACT_URL"]
OVERVIEW = json.loads(os.environ["CONTRACT_OVERVIEW"])


def basic(user, password):
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()


class Anybill:
    """The tokens that the sandbox issues when it starts."""

    def credential(self, scheme):
        account = {"userToken": "user", "serviceToken": "service"}[scheme]
        return "Bearer " + OVERVIEW["anybill"][f"{account}.accessToken"]


class AppCoins:
    """A guest's wallet, and the refresh token of the signed-in user."""

    def credential(self, scheme):
        account = OVERVIEW["appCoins"]
        if scheme == "refreshToken":
            return "Bearer " + account["userRefreshToken"]
        wallet = requests.get(f"{URL}/appc/guest_wallet", params={"id": account["guestUID"]}, timeout=20)
        return "Bearer " + wallet.json()["ewt"]


class Sensibill:
    """Tokens of the client and of its user, issued for each request because operations revoke them."""

    account = OVERVIEW["sensibill"]
    users = 0

    def credential(self, scheme):
        account = self.account
        client = basic(account["clientKey"], account["clientSecret"])
        if scheme == "clientCredentials":
            return client
        if scheme == "userCredentials":
            return basic(account["accessID"], account["accessSecret"])
        if scheme == "jwt":
            return "Bearer " + self.web_token()
        body = {"grant_type": "client_credentials"}
        if scheme == "userToken":
            body = {"grant_type": "authorization_code", "code": self.code(), "redirect_uri": account["redirectURI"]}
        return "Bearer " + self.token(body, client)

    def token(self, body, client):
        reply = requests.post(f"{URL}/api/v2/accessToken", json=body, headers={"Authorization": client}, timeout=20)
        return reply.json()["access_token"]

    def code(self):
        """Returns the code of the user, or of a new one after an operation has changed or deleted the user."""
        for _ in range(2):
            reply = self.grant().json()
            if "code" in reply:
                break
            self.register()
        return reply["code"]

    def register(self):
        Sensibill.users += 1
        account = self.account
        account["accessID"] = f"contract-{Sensibill.users:06}"
        account["accessSecret"] = f"contract-secret-{Sensibill.users:06}"
        names = ["accessID", "accessSecret", "credentialType"]
        requests.post(
            f"{URL}/api/v2/users",
            json={name: account[name] for name in names},
            headers={"Authorization": self.credential("clientToken")},
            timeout=20,
        )

    def grant(self):
        account = self.account
        return requests.get(
            f"{URL}/api/v2/authorizationGrant",
            params={
                "client_id": account["clientKey"], "response_type": "code", "redirect_uri": account["redirectURI"],
                "credential_type": account["credentialType"], "redirect": "false",
            },
            headers={"Authorization": basic(account["accessID"], account["accessSecret"])},
            timeout=20,
            allow_redirects=False,
        )

    def web_token(self):
        def part(value):
            return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

        subject = self.account["accessID"]
        return f"{part({'alg': 'RS256', 'kid': 'key'})}.{part({'sub': subject, 'iat': 1_700_000_000})}.c2lnbmF0dXJl"


accounts = {"anybill": Anybill, "appcoins": AppCoins, "sensibill": Sensibill}[SERVICE]()


@schemathesis.auth(refresh_interval=None)
class Credentials:
    """Sends the first credential that an operation accepts."""

    def get(self, case, context):
        for requirement in context.operation.definition.raw.get("security", []):
            for scheme in requirement:
                return accounts.credential(scheme)
        return None

    def set(self, case, data, context):
        if data is not None:
            case.headers = {**(case.headers or {}), "Authorization": data}


@schemathesis.hook
def filter_case(context, case):
    """Leaves out an invalid body that is null as a whole, which a server reads like an absent optional body."""
    mode = case.meta.generation.mode if case.meta else None
    return mode is None or not mode.is_negative or case.body is not None
