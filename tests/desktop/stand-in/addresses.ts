/**
 * Chromium does not know the app's scheme: `app://tidemark/vote` is opened as
 * `http://tidemark.localhost/vote`, also a secure context. The app always sees its own URL.
 */

const STAND_IN = /^http:\/\/([^/:]+)\.localhost(?=[/?#]|$)/

/** Schemes that Chromium serves itself. */
const BROWSER_SCHEMES =
  /^(https?|wss?|about|data|blob|javascript|chrome-error|devtools|file|mailto):/

/** URL as the browser sees it. */
export function inBrowser(url: string): string {
  if (BROWSER_SCHEMES.test(url)) return url
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\/([^/]+)/, 'http://$1.localhost')
}

/** URL as the app sees it. `scheme` is the scheme it serves. */
export const inApp = (url: string, scheme: string): string =>
  url.replace(STAND_IN, `${scheme}://$1`)

/** Whether the app serves a browser URL. */
export const isServedByApp = (url: string): boolean => STAND_IN.test(url)

/** Rewrites sources of a content policy from the app's scheme to the browser's. */
export const policyInBrowser = (policy: string, scheme: string): string =>
  policy
    .replaceAll(new RegExp(`\\b${scheme}://([a-z0-9.-]+)`, 'g'), 'http://$1.localhost')
    .replaceAll(new RegExp(`(^|[\\s;])${scheme}:(?=[\\s;]|$)`, 'g'), '$1http://*.localhost')

/** Origin as Electron reports it, where `URL` says "null" for a custom scheme. */
export const originOf = (url: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/.exec(url)?.[0] ?? 'null'
