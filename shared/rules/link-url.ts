/** Allowed schemes of links; any other is rejected. */
export const LINK_SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:', 'tel:']

const MAIL = /^[\w.+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}$/u
const PHONE = /^\+?[\d(][\d\s()-]{4,24}$/
const SCHEME = /^([a-z][a-z\d+.-]*:)/i
const HOST_AND_PORT = /^[\w.-]+:\d{1,5}(?:[/?#]|$)/

/**
 * Normalizes a typed link: an e-mail address gets `mailto:`, a phone number `tel:`; an allowed scheme, a
 * hash or a leading slash is unchanged; anything else gets `http://`. Returns null for an empty value or
 * another scheme (`javascript:`, `data:`, …). Control and format characters, which browsers ignore inside
 * a scheme, are removed first. Idempotent.
 */
export function normalizeLinkUrl(typed: string): string | null {
  const url = typed
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .trim()
    .replace(/\s/g, '%20')
  if (url === '') return null
  if (url.startsWith('#') || url.startsWith('/')) return url
  if (MAIL.test(url)) return `mailto:${url}`
  const spaced = url.replaceAll('%20', ' ')
  if (PHONE.test(spaced)) return `tel:${spaced.replace(/[^\d+]/g, '')}`
  const scheme = SCHEME.exec(url)?.[1]?.toLowerCase()
  if (scheme === undefined) return `http://${url}`
  if (LINK_SCHEMES.includes(scheme)) return url
  return HOST_AND_PORT.test(url) ? `http://${url}` : null
}
