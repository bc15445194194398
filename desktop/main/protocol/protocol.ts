import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CustomScheme } from 'electron'
import { contentPolicy, socketOrigin } from '#shared/rules/content-policy.ts'

/** The scheme of the app's own pages. */
export const APP_SCHEME = 'app'
const HOST = 'tidemark'
/** The one origin whose pages are the app's own. */
export const APP_ORIGIN = `${APP_SCHEME}://${HOST}`

/** Whether an address is of the app's own pages. Never throws. */
export function isAppUrl(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== `${APP_SCHEME}:` || url.host !== HOST) return false
  return url.username === '' && url.password === ''
}

/**
 * What `app:` may do, registered before the app is ready: it has origins, counts as a secure
 * context, and its scripts are kept compiled. The content policy holds for it as for any page.
 */
export const APP_SCHEME_PRIVILEGES: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
}

/** What every reply of `app://tidemark` carries; its pages speak to the API at `apiOrigin` alone. */
export function appHeaders(apiOrigin: string): Record<string, string> {
  return {
    'content-security-policy': contentPolicy({ connect: [apiOrigin, socketOrigin(apiOrigin)] }),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
  }
}

/** What the files of a bundle are, by their extension. A bundle with another kind cannot be served. */
const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  webp: 'image/webp',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
}

/** The content type of a file; of one that no page should have loaded, plain bytes. */
export function contentTypeOf(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1)
  const known = Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined
  return known ?? 'application/octet-stream'
}

/**
 * The plain files of a folder by the path of their address, such as `/assets/main.js`. Links and
 * hidden files are left out. Throws when the folder cannot be read.
 */
export function listBundle(folder: string): Map<string, string> {
  const files = new Map<string, string>()
  const walk = (inner: string, prefix: string) => {
    for (const entry of readdirSync(inner, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue
      const path = join(inner, entry.name)
      if (entry.isDirectory()) walk(path, `${prefix}${entry.name}/`)
      else if (entry.isFile()) files.set(`${prefix}${entry.name}`, path)
    }
  }
  walk(folder, '/')
  return files
}

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
