/**
 * A plain Chromium knows no scheme of an app's own, so `app://tidemark/vote` is opened as
 * `http://tidemark.localhost/vote`, which is a secure context as well. What the app is told is
 * always the address it knows.
 */

const STAND_IN = /^http:\/\/([^/:]+)\.localhost(?=[/?#]|$)/

/** Schemes that Chromium serves itself. */
const ITS_OWN = /^(https?|wss?|about|data|blob|javascript|chrome-error|devtools|file|mailto):/

/** The address as the browser knows it. */
export function inBrowser(url: string): string {
  if (ITS_OWN.test(url)) return url
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\/([^/]+)/, 'http://$1.localhost')
}

/** The address as the app knows it. `scheme` is the one it serves. */
export const inApp = (url: string, scheme: string): string =>
  url.replace(STAND_IN, `${scheme}://$1`)

/** Whether the app itself serves an address of the browser. */
export const isServedByApp = (url: string): boolean => STAND_IN.test(url)

/** The sources that a policy names by the scheme of the app, as the browser knows them. */
export const policyInBrowser = (policy: string, scheme: string): string =>
  policy
    .replaceAll(new RegExp(`\\b${scheme}://([a-z0-9.-]+)`, 'g'), 'http://$1.localhost')
    .replaceAll(new RegExp(`(^|[\\s;])${scheme}:(?=[\\s;]|$)`, 'g'), '$1http://*.localhost')

/** The origin of an address as Electron tells it, where `URL` says "null" for an own scheme. */
export const originOf = (url: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/.exec(url)?.[0] ?? 'null'
