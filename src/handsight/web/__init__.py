"""The server of the page that `handsight serve` opens: the library in a browser.

Each subject of the page is a module in `api` with its endpoints and sockets; only `app.SUBJECTS`
lists these modules. What a browser sends is not trusted: `guard` checks every request first, and
each endpoint validates its request against a schema.
"""
