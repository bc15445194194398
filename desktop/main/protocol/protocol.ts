import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CustomScheme } from 'electron'
import { contentPolicy, socketOrigin } from '#shared/rules/content-policy.ts'

/** Scheme of the app's own pages. */
export const APP_SCHEME = 'app'
const HOST = 'tidemark'
/** The only origin of the app's own pages. */
export const APP_ORIGIN = `${APP_SCHEME}://${HOST}`

/** Whether a URL is one of the app's own pages. Never throws. */
export function isAppUrl(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== `${APP_SCHEME}:` || url.host !== HOST) return false
  return url.username === '' && url.password === ''
}

/**
 * Privileges of `app:`, registered before `ready`: origins, secure context, code cache. The content
 * policy applies.
 */
export const APP_SCHEME_PRIVILEGES: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
}

/** Where the app's pages may connect to. */
export const connectSources = (apiOrigin: string): string[] => [
  "'self'",
  apiOrigin,
  socketOrigin(apiOrigin),
]

/** Headers of every `app://tidemark` response; pages may connect to themselves and `apiOrigin` only. */
export function appHeaders(apiOrigin: string): Record<string, string> {
  return {
    'content-security-policy': contentPolicy({ connect: connectSources(apiOrigin) }),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
  }
}

/** Content types by extension. */
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
  wav: 'audio/wav',
  txt: 'text/plain; charset=utf-8',
}

/** Content type of a file; octet-stream when unknown. */
export function contentTypeOf(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1)
  const known = Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined
  return known ?? 'application/octet-stream'
}

/**
 * Files of a folder by URL path, such as `/assets/main.js`. Skips links and hidden files. Throws
 * when the folder cannot be read.
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
/** Content-hashed files. */
const isHashed = (path: string) => path.startsWith('/assets/')
/** A route of the interface: the last segment has no extension. */
const isScreen = (path: string) => !path.slice(path.lastIndexOf('/')).includes('.')

/** Decoded path of a URL; null when malformed. */
function pathOf(address: string): string | null {
  try {
    return decodeURIComponent(new URL(address).pathname)
  } catch {
    return null
  }
}

/**
 * Serves `app://tidemark` from the files found in `folder` at start, so that no URL can leave the
 * folder; routes serve index.html. Throws when the folder cannot be read.
 */
export function serveBundle({ folder, apiOrigin }: { folder: string; apiOrigin: string }) {
  const files = listBundle(folder)
  const headers = appHeaders(apiOrigin)
  const refuse = (status: number, more: Record<string, string> = {}) =>
    new Response(null, { status, headers: { ...headers, ...more } })

  return async ({ url, method }: Pick<Request, 'url' | 'method'>): Promise<Response> => {
    if (!isAppUrl(url)) return refuse(404)
    if (method !== 'GET' && method !== 'HEAD') return refuse(405, { allow: 'GET, HEAD' })
    const requested = pathOf(url)
    if (requested === null) return refuse(400)
    const path = files.has(requested) || !isScreen(requested) ? requested : PAGE
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
