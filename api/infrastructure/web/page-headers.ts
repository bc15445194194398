import { contentPolicy, socketOrigin } from '#shared/rules/content-policy.ts'

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
 * The headers of the page itself. `issuer` is the sign-in provider, and only Google's adds sources
 * of its own.
 */
export function pageHeaders(issuer: string, publicUrl: string): Record<string, string> {
  const { connect, ...sources } = signInSources(issuer)
  // Not every browser lets 'self' stand for the WebSocket of the same host.
  const stream = socketOrigin(new URL(publicUrl).origin)
  return {
    'content-security-policy': contentPolicy({
      ...sources,
      connect: ["'self'", stream, ...connect],
    }),
    // Embedded players refuse to play for a page that does not say who it is.
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Google's button answers through the window it opens.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}
