import { isAppUrl } from '#desktop/main/protocol/protocol.ts'
import { EMBED_ORIGINS } from '#shared/rules/embed-hosts.ts'

const OUTSIDE_SCHEMES = ['https:', 'http:', 'mailto:', 'tel:']
/** Longer than any link a person follows; systems differ in what they do with longer ones. */
const LONGEST = 2048

/** Whether an address is of a video player that may be framed. */
export function isEmbed(address: string): boolean {
  const url = URL.parse(address)
  if (url?.username !== '' || url.password !== '') return false
  return EMBED_ORIGINS.includes(url.origin)
}

/** Where a frame may go: the window itself to the app's own pages, a frame in it to a player. */
export function mayShow(address: string, isMainFrame: boolean): boolean {
  if (isMainFrame) return isAppUrl(address)
  // What a player builds its inner frames from; it comes from no server.
  return isEmbed(address) || address === 'about:blank' || address === 'about:srcdoc'
}

/** The address as the system's own programs may be handed it; null when they may not. */
export function externalLink(address: string): string | null {
  const url = URL.parse(address)
  if (!url || url.href.length > LONGEST || !OUTSIDE_SCHEMES.includes(url.protocol)) return null
  // A name before the host makes a link look like it led elsewhere.
  if (url.username !== '' || url.password !== '') return null
  return url.href
}
