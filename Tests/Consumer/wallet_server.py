#!/usr/bin/env python3
"""Responds to each request on a free port of loopback with a wallet, after it has printed the port.

Usage: wallet_server.py
"""
import http.server


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = b'{"address": "0x2a", "ewt": "token"}'
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
    print(server.server_address[1], flush=True)
    server.serve_forever()
