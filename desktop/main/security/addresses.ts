import { isAppUrl } from '#desktop/main/protocol/protocol.ts'
import { EMBED_ORIGINS } from '#shared/rules/embed-hosts.ts'

const OUTSIDE_SCHEMES = ['https:', 'http:', 'mailto:', 'tel:']
/** Longest URL passed to the system, which handles longer ones inconsistently. */
const LONGEST = 2048

/** Whether a URL belongs to an allowed video player. */
export function isEmbed(address: string): boolean {
  const url = URL.parse(address)
  if (url?.username !== '' || url.password !== '') return false
  return EMBED_ORIGINS.includes(url.origin)
}

/** Allowed navigation: the main frame to the app's pages, a subframe to a player. */
export function mayShow(address: string, isMainFrame: boolean): boolean {
  if (isMainFrame) return isAppUrl(address)
  // Inner frames of the players; loaded from no server.
  return isEmbed(address) || address === 'about:blank' || address === 'about:srcdoc'
}

/** Normalized URL that may be opened by the system; null when it may not. */
export function externalLink(address: string): string | null {
  const url = URL.parse(address)
  if (!url || url.href.length > LONGEST || !OUTSIDE_SCHEMES.includes(url.protocol)) return null
  // Credentials make a URL look as if it led elsewhere.
  if (url.username !== '' || url.password !== '') return null
  return url.href
}
