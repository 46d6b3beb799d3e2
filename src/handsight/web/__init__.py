"""The page that `handsight serve` opens: the same library in a browser.

Every subject of the page is a module in `api` with its endpoints and sockets. They are listed in
`app.SUBJECTS`, and nothing else names them. What a browser sends is untrusted: `guard` stands in
front of all of them, and each endpoint validates its request against a schema.
"""
