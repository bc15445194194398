import { EMBED_ORIGINS } from './embed-hosts.ts'

/** What a page may load or speak to beyond what every page of the product may. */
interface OwnSources {
  script?: readonly string[]
  style?: readonly string[]
  frame?: readonly string[]
  connect: readonly string[]
}

/**
 * The content security policy of the interface, on the site and in the desktop app alike. Scripts
 * and styles come from the page's own origin and none are inline.
 */
export function contentPolicy({ script = [], style = [], frame = [], connect }: OwnSources) {
  const policy: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...script],
    'style-src': ["'self'", ...style],
    'style-src-elem': ["'self'", ...style],
    // Positions and shares are set on single elements; nothing of a style attribute can run.
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

/** The origin of the WebSockets of a server, from its own: `http://a` has `ws://a`. */
export const socketOrigin = (origin: string): string => origin.replace(/^http/, 'ws')
