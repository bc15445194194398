import { EMBED_ORIGINS } from '#shared/rules/embed-hosts.ts'

const GOOGLE = 'https://accounts.google.com'

/**
 * What the page may load to sign people in: the endpoints of the provider whose code it exchanges,
 * or what Google's own button is made of.
 */
function signInSources(issuer: string) {
  const { origin } = new URL(issuer)
  if (origin !== GOOGLE) return { script: [], style: [], frame: [], connect: [origin] }
  return {
    script: [`${GOOGLE}/gsi/client`],
    style: [`${GOOGLE}/gsi/style`],
    frame: [`${GOOGLE}/gsi/`],
    connect: [`${GOOGLE}/gsi/`],
  }
}

/**
 * The headers of the page itself. Scripts and styles come from this site alone and none are inline;
 * `issuer` is the sign-in provider, and only Google's adds sources of its own.
 */
export function pageHeaders(issuer: string, publicUrl: string): Record<string, string> {
  const stream = new URL(publicUrl).origin.replace(/^http/, 'ws')
  const signIn = signInSources(issuer)
  const policy: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...signIn.script],
    'style-src': ["'self'", ...signIn.style],
    'style-src-elem': ["'self'", ...signIn.style],
    // Positions and shares are set on single elements; nothing of a style attribute can run.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'https:'],
    'media-src': ['https:'],
    // Not every browser lets 'self' stand for the WebSocket of the same host.
    'connect-src': ["'self'", stream, ...signIn.connect],
    'frame-src': [...EMBED_ORIGINS, ...signIn.frame],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  const directives = Object.entries(policy).map(([name, sources]) => [name, ...sources].join(' '))
  return {
    'content-security-policy': directives.join('; '),
    // Embedded players refuse to play for a page that does not say who it is.
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Google's button answers through the window it opens.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}
