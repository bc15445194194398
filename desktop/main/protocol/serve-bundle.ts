import { readFile } from 'node:fs/promises'
import { appHeaders } from './app-headers.ts'
import { isAppUrl } from './app-origin.ts'
import { contentTypeOf } from './content-types.ts'
import { listBundle } from './list-bundle.ts'

const PAGE = '/index.html'
/** Files whose name changes with what they hold. */
const isHashed = (path: string) => path.startsWith('/assets/')
/** A path of the interface, which has no file: its last part has no extension. */
const isScreen = (path: string) => !path.slice(path.lastIndexOf('/')).includes('.')

/** The path an address asks for, decoded once; null when it is not well formed. */
function pathOf(address: string): string | null {
  try {
    return decodeURIComponent(new URL(address).pathname)
  } catch {
    return null
  }
}

/**
 * Answers the requests of `app://tidemark` with the files that lay in `folder` when the app
 * started. An address is only ever looked up among those, so that none leads out of the folder;
 * every path of a screen answers the page. Throws at once when the folder cannot be read.
 */
export function serveBundle({ folder, apiOrigin }: { folder: string; apiOrigin: string }) {
  const files = listBundle(folder)
  const headers = appHeaders(apiOrigin)
  const refuse = (status: number, more: Record<string, string> = {}) =>
    new Response(null, { status, headers: { ...headers, ...more } })

  return async ({ url, method }: Pick<Request, 'url' | 'method'>): Promise<Response> => {
    if (!isAppUrl(url)) return refuse(404)
    if (method !== 'GET' && method !== 'HEAD') return refuse(405, { allow: 'GET, HEAD' })
    const asked = pathOf(url)
    if (asked === null) return refuse(400)
    const path = files.has(asked) || !isScreen(asked) ? asked : PAGE
    const file = files.get(path)
    if (file === undefined) return refuse(404)
    return new Response(method === 'HEAD' ? null : await readFile(file), {
      headers: {
        ...headers,
        'content-type': contentTypeOf(path),
        'cache-control': isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      },
    })
  }
}
