"""Sends calls of the API from a page of app://tidemark in QtWebEngine, which is Chromium with registered
schemes, as Electron is. Reads the calls as JSON from standard input, prints the replies as JSON."""

import json
import sys

from PyQt6.QtCore import QBuffer, QIODevice, QTimer, QUrl
from PyQt6.QtWebEngineCore import (
    QWebEnginePage,
    QWebEngineProfile,
    QWebEngineUrlScheme,
    QWebEngineUrlSchemeHandler,
)
from PyQt6.QtWidgets import QApplication

LIMIT_MS = 120_000

SCRIPT = """
const read = async ({ method, url, token, body, exposed }) => {
  const headers = {}
  if (token !== null) headers.authorization = `Bearer ${token}`
  if (body !== null) headers['content-type'] = 'application/json'
  try {
    const init = { method, headers, redirect: 'manual', ...(body !== null && { body }) }
    const reply = await fetch(url, init)
    const shown = exposed.filter((name) => reply.headers.has(name))
    return { status: reply.type === 'opaqueredirect' ? 303 : reply.status, shown }
  } catch (error) {
    return { status: 0, error: String(error), shown: [] }
  }
}
const replies = []
for (const call of CALLS) replies.push(await read(call))
console.log('replies ' + JSON.stringify({ origin: location.origin, replies }))
"""


class Bundle(QWebEngineUrlSchemeHandler):
    def __init__(self, page):
        super().__init__()
        self.page = page

    def requestStarted(self, job):
        buffer = QBuffer(job)
        buffer.setData(self.page)
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        job.reply(b"text/html", buffer)


class Page(QWebEnginePage):
    def javaScriptConsoleMessage(self, level, message, line, source):
        if message.startswith("replies "):
            print(message.removeprefix("replies "))
            QApplication.exit(0)
        else:
            print(message, file=sys.stderr)


scheme = QWebEngineUrlScheme(b"app")
scheme.setSyntax(QWebEngineUrlScheme.Syntax.Host)
flags = QWebEngineUrlScheme.Flag
scheme.setFlags(flags.SecureScheme | flags.CorsEnabled)
QWebEngineUrlScheme.registerScheme(scheme)

application = QApplication(sys.argv[:1])
calls = json.dumps(json.load(sys.stdin)).replace("<", "\\u003c")
html = f"<!doctype html><script type=module>const CALLS = {calls}\n{SCRIPT}</script>"
profile = QWebEngineProfile()
bundle = Bundle(html.encode())
profile.installUrlSchemeHandler(b"app", bundle)
page = Page(profile)
page.load(QUrl("app://tidemark/"))
QTimer.singleShot(LIMIT_MS, lambda: QApplication.exit(1))
code = application.exec()
del page
sys.exit(code)
