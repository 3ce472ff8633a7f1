"""Pictures that move under the hand: small scripts that draw data in the browser, without a server.

Each `.js` here is a plain ES module, typed by JSDoc; `page` puts them together, for the app and for
a file alone.
"""
