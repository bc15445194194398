import { EMBED_ORIGINS } from '#shared/rules/embed-hosts.ts'

/**
 * The headers of the page itself. Scripts and styles come from this site alone and none are inline;
 * `issuer` is the sign-in provider, whose code the page exchanges.
 */
export function pageHeaders(issuer: string, publicUrl: string): Record<string, string> {
  const stream = new URL(publicUrl).origin.replace(/^http/, 'ws')
  const policy = {
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self'",
    'style-src-elem': "'self'",
    // Positions and shares are set on single elements; nothing of a style attribute can run.
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data: https:",
    'media-src': 'https:',
    // Not every browser lets 'self' stand for the WebSocket of the same host.
    'connect-src': `'self' ${stream} ${new URL(issuer).origin}`,
    'frame-src': EMBED_ORIGINS.join(' '),
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  }
  const directives = Object.entries(policy).map(([name, value]) => `${name} ${value}`)
  return {
    'content-security-policy': directives.join('; '),
    // Embedded players refuse to play for a page that does not say who it is.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}
