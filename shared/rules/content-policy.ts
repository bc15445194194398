import { EMBED_ORIGINS } from './embed-hosts.ts'

/** Sources that a page needs in addition to the common policy. */
interface ExtraSources {
  script?: readonly string[]
  style?: readonly string[]
  frame?: readonly string[]
  connect: readonly string[]
}

/**
 * Content security policy of the site and the desktop app. Scripts and styles come from the page's own
 * origin; inline scripts are refused, unless `script` has their hash.
 */
export function contentPolicy({ script = [], style = [], frame = [], connect }: ExtraSources) {
  const policy: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...script],
    'style-src': ["'self'", ...style],
    'style-src-elem': ["'self'", ...style],
    // The interface sets positions and proportions inline; style attributes cannot run code.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'https:'],
    'media-src': ['https:'],
    'connect-src': connect,
    'frame-src': [...EMBED_ORIGINS, ...frame],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  const directives = Object.entries(policy).map(([name, sources]) => [name, ...sources].join(' '))
  return directives.join('; ')
}

/** WebSocket origin of an HTTP origin: `http://a` → `ws://a`. */
export const socketOrigin = (origin: string): string => origin.replace(/^http/, 'ws')
