"""The page that `handsight serve` opens: the library in a browser.

Every subject of the page is a module in `api` with its endpoints and sockets. Only `app.SUBJECTS`
lists these modules. What a browser sends is untrusted: `guard` checks each request first, and each
endpoint validates its request against a schema.
"""
