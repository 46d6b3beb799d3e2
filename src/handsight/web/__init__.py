"""The page that `handsight serve` opens: the same library in a browser.

Every subject of the page is a module with its endpoints and sockets: `odds_api` and so on. They
are listed in `app.SUBJECTS`, and nothing else names them. What a browser sends is untrusted:
`guard` stands before all of them, and each endpoint reads its request by a schema.
"""
