import { createHash, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { NotFoundError } from 'elysia'
import { ApiError } from '#api/infrastructure/errors.ts'
import { acceptsEncoding } from '#api/infrastructure/http/content-encoding.ts'
import type { Site } from '#shared/contract/site.ts'
import { contentPolicy, socketOrigin } from '#shared/rules/content-policy.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { createTemplate, withEarlyScript } from './page-template.ts'
import {
  ENCODINGS,
  type Encoding,
  readRouteParts,
  readWebFiles,
  type WebFile,
  withHtml,
} from './web-files.ts'

/** The web build over HTTP. */
export interface Web {
  /**
   * Replies with a file or the plain page, which the browser renders; `status` is that of a page. Throws
   * NotFoundError for reserved paths, ApiError NOT_FOUND and METHOD_NOT_ALLOWED.
   */
  handle(path: string, request: Request, status?: number): Response
  /** The plain page of a path; null without a build. */
  plainPageOf(path: string): string | null
  /** The page of a path for markup; null without a build. */
  templateOf(path: string): string | null
  /** Headers of a rendered page. */
  headers: Record<string, string>
}

interface WebDeps {
  /** The web build's folder; it may be missing. */
  folder: string
  /** Whether the sign-in has Google's own button; all others are redirects of the server. */
  hasGoogleButton: boolean
  publicUrl: string
  /** Names of the ad slots in use; the page reserves their space. */
  adSlots: readonly string[]
}

/** Inline in each page. */
const EARLY = /^\/assets\/early-[^/]*\.js$/

const FOREVER = 'public, max-age=31536000, immutable'
const NO_BUILD =
  'There is no web build here. Run `npm start`, or build it by `node build/web.mjs`.\n'

/** Paths that are never pages: a mistyped one of the API replies 404 in JSON. */
const RESERVED = /^\/(?:api|openapi|livez|readyz|metrics)(?:\/|$)/

/** A worker is bound by the policy of its own reply: it fetches files and pages of the site only. */
const WORKER = {
  path: '/sw.js',
  headers: { 'content-security-policy': "default-src 'none'; connect-src 'self'" },
}

const GOOGLE = 'https://accounts.google.com'

/** Content sources of Google's button, for pages with it. */
function signInSources(hasGoogleButton: boolean) {
  if (!hasGoogleButton) return { script: [], style: [], frame: [], connect: [] }
  return {
    script: [`${GOOGLE}/gsi/client`],
    style: [`${GOOGLE}/gsi/style`],
    frame: [`${GOOGLE}/gsi/`],
    connect: [`${GOOGLE}/gsi/`],
  }
}

/** Google's script adds a `<style>` with the nonce of its own tag, which the page reads from this one. */
const nonceTag = (nonce: string) => `<meta property="csp-nonce" nonce="${nonce}" />`

/** Screens with Google's button. All other pages are the same for every visitor. */
const SIGN_IN_SCREENS: readonly string[] = [PATHS.login, PATHS.loginCallback, PATHS.account]

/** On the other pages of such a site: clients load a sign-in screen as a document of its own. */
const SIGN_IN_APART = '<meta name="sign-in" content="document" />'

interface PolicyDeps {
  publicUrl: string
  /** Text of the one inline script, allowed by its hash; null without a build. */
  early: string | null
}

const hashSource = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** Headers of a page; one with Google's button has a nonce. */
function pageHeaders({ publicUrl, early }: PolicyDeps, nonce?: string): Record<string, string> {
  const { connect, style, script, frame } = signInSources(nonce !== undefined)
  // Some browsers do not match 'self' with the WebSocket of the same host.
  const stream = socketOrigin(new URL(publicUrl).origin)
  return {
    'content-security-policy': contentPolicy({
      frame,
      script: early === null ? script : [hashSource(early), ...script],
      style: nonce === undefined ? style : [...style, `'nonce-${nonce}'`],
      connect: ["'self'", stream, ...connect],
    }),
    // Embedded players refuse to play without a referrer.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Google's button replies through the window that it opens.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}

/** Names of the ad slots that are configured. */
export function filledSlots({ ads }: Pick<Site, 'ads'>): string[] {
  return Object.entries(ads).flatMap(([name, slot]) => (slot ? [name] : []))
}

/** The best encoding that the client accepts and the file has; `;q=0` excludes one. */
function encodingFor(request: Request, file: WebFile): Encoding {
  const accepted = request.headers.get('accept-encoding')
  const best = ENCODINGS.find(([name]) => file.bodies[name] && acceptsEncoding(accepted, name))
  return best?.[0] ?? 'identity'
}

interface SendOptions {
  headers?: Record<string, string>
  status?: number
}

function send(file: WebFile, request: Request, { headers: extra, status = 200 }: SendOptions = {}) {
  const encoding = encodingFor(request, file)
  const etag = `"${file.etag}-${encoding}"`
  const headers = {
    'content-type': file.type,
    'cache-control': file.hashed ? FOREVER : 'no-cache',
    'cross-origin-resource-policy': 'same-origin',
    vary: 'accept-encoding',
    etag,
    ...extra,
  }
  const known = request.headers.get('if-none-match')?.split(/\s*,\s*/) ?? []
  if (status === 200 && known.some((tag) => tag.replace(/^W\//, '') === etag)) {
    return new Response(null, { status: 304, headers })
  }
  const encoded = encoding === 'identity' ? headers : { ...headers, 'content-encoding': encoding }
  return new Response(file.bodies[encoding] ?? null, { status, headers: encoded })
}

/**
 * Sends a page with a nonce of its own in body and policy. Without an ETag, because a 304 would combine
 * the stored page with a new policy.
 */
function sendWithNonce(stored: string, request: Request, deps: PolicyDeps, status = 200): Response {
  const nonce = randomBytes(16).toString('base64')
  const html = stored.replace(SIGN_IN_APART, nonceTag(nonce))
  const isGzip = acceptsEncoding(request.headers.get('accept-encoding'), 'gzip')
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    ...(isGzip && { 'content-encoding': 'gzip' }),
    ...pageHeaders(deps, nonce),
  }
  return new Response(isGzip ? gzipSync(html) : html, { status, headers })
}

const textOf = (page: WebFile) => new TextDecoder().decode(page.bodies.identity)

interface Page {
  /** Its document, to which the early script and markup are added. */
  html: string
  /** With the early script, but without markup. */
  file: WebFile
  /** Path of the sheet with all its styles. */
  sheet: string | null
}

/** Adds `tags` to the head of a document. */
const withHead = (html: string, tags: string) => html.replace('</head>', () => `${tags}</head>`)

/** Returns the page of a path, with the preloads of its route in the head. */
function pagesOf(
  built: WebFile,
  early: string | null,
  { folder, adSlots, hasGoogleButton }: WebDeps,
): (path: string) => Page {
  const ads = adSlots.length > 0 ? `<meta name="ad-slots" content="${adSlots.join(' ')}" />` : ''
  const plain = withHead(textOf(built), hasGoogleButton ? ads + SIGN_IN_APART : ads)
  const read = (tags: string, sheet: string | null) => {
    const html = withHead(plain, tags)
    const file = withHtml(built, early === null ? html : withEarlyScript(html, early))
    return { html, file, sheet }
  }
  const pages = readRouteParts(folder).map(({ path, tags, sheet }) => {
    let page: Page | null = null
    // Compressed at the first request: all of them would take a tenth of a second at each start.
    const own = () => {
      page ??= read(tags, sheet)
      return page
    }
    return { path, own }
  })
  const other = read('', null)
  return (path) => pages.find((each) => each.path.test(path))?.own() ?? other
}

/** Reads the web build: files by their path, the page for all other paths. */
export function createWeb(deps: WebDeps): Web {
  const files = readWebFiles(deps.folder)
  const earlyFile = files.entries().find(([path]) => EARLY.test(path))?.[1]
  const early = earlyFile ? textOf(earlyFile) : null
  const policyDeps = { publicUrl: deps.publicUrl, early }
  const headers = pageHeaders(policyDeps)
  const built = files.get('/index.html')
  const pageOf = built && pagesOf(built, early, deps)

  const handle: Web['handle'] = (path, request, status) => {
    if (RESERVED.test(path)) throw new NotFoundError()
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new ApiError('METHOD_NOT_ALLOWED', { headers: { allow: 'GET, HEAD' } })
    }
    if (!pageOf) {
      return new Response(NO_BUILD, { status: 404, headers: { 'content-type': 'text/plain' } })
    }
    const file = files.get(path)
    if (file && file !== built) {
      return send(file, request, path === WORKER.path ? { headers: WORKER.headers } : {})
    }
    // A path with a dot names a file; a missing one must not turn into a page.
    if (!file && path.includes('.')) throw new ApiError('NOT_FOUND')
    const page = pageOf(path).file
    return deps.hasGoogleButton && SIGN_IN_SCREENS.includes(path)
      ? sendWithNonce(textOf(page), request, policyDeps, status)
      : send(page, request, { headers, ...(status && { status }) })
  }

  return {
    handle,
    plainPageOf: (path) => (pageOf ? textOf(pageOf(path).file) : null),
    templateOf(path) {
      if (!pageOf || early === null) return null
      const { html, sheet } = pageOf(path)
      return createTemplate(html, { early, sheet, built: textOf(built) })
    },
    headers,
  }
}
