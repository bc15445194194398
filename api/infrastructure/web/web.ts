import { Elysia, NotFoundError } from 'elysia'
import { ApiError } from '#api/infrastructure/errors.ts'
import { pageHeaders } from './page-headers.ts'
import { readRouteParts } from './route-parts.ts'
import { ENCODINGS, type Encoding, readWebFiles, type WebFile, withHead } from './web-files.ts'

/** Handles a request for the web build. */
export type Web = (path: string, request: Request) => Response

interface WebDeps {
  /** The web build's folder; it may be missing. */
  folder: string
  /** Issuer of the sign-in provider. */
  issuer: string
  publicUrl: string
  /** Names of the ad slots in use; the page reserves their space. */
  adSlots: readonly string[]
}

const FOREVER = 'public, max-age=31536000, immutable'
const NO_BUILD =
  'There is no web build here. Run `npm start`, or build it by `node build/web.mjs`.\n'

/** Paths that are never pages: a mistyped one of the API replies 404 in JSON. */
const RESERVED = /^\/(?:api|openapi|livez|readyz|metrics)(?:\/|$)/

/** The best encoding that the client accepts and the file has; `;q=0` excludes one. */
function encodingFor(request: Request, file: WebFile): Encoding {
  const accepted = (request.headers.get('accept-encoding') ?? '').toLowerCase()
  const takes = (name: string) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?![.\\d]))`)
  const best = ENCODINGS.find(([name]) => file.bodies[name] && takes(name).test(accepted))
  return best?.[0] ?? 'identity'
}

function send(file: WebFile, request: Request, extra: Record<string, string>): Response {
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
  if (known.some((tag) => tag.replace(/^W\//, '') === etag)) {
    return new Response(null, { status: 304, headers })
  }
  const encoded = encoding === 'identity' ? headers : { ...headers, 'content-encoding': encoding }
  return new Response(file.bodies[encoding] ?? null, { headers: encoded })
}

/** The page of each path, with preloads of what that path needs in its head. */
function pagesOf(built: WebFile, { folder, adSlots }: WebDeps): (path: string) => WebFile {
  const ads = adSlots.length > 0 ? `<meta name="ad-slots" content="${adSlots.join(' ')}" />` : ''
  const plain = withHead(built, ads)
  const pages = readRouteParts(folder).map(({ path, tags }) => ({
    path,
    page: withHead(plain, tags),
  }))
  return (path) => pages.find((each) => each.path.test(path))?.page ?? plain
}

/**
 * Reads the web build and makes its handler: files as they are, and the page for every path of a screen.
 * The handler throws NotFoundError for reserved paths, ApiError NOT_FOUND and METHOD_NOT_ALLOWED.
 */
export function createWeb(deps: WebDeps): Web {
  const files = readWebFiles(deps.folder)
  const ofPage = pageHeaders(deps.issuer, deps.publicUrl)
  const built = files.get('/index.html')
  const pageOf = built && pagesOf(built, deps)

  return (path, request) => {
    if (RESERVED.test(path)) throw new NotFoundError()
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new ApiError('METHOD_NOT_ALLOWED', { headers: { allow: 'GET, HEAD' } })
    }
    if (!pageOf) {
      return new Response(NO_BUILD, { status: 404, headers: { 'content-type': 'text/plain' } })
    }
    const file = files.get(path)
    if (file && file !== built) return send(file, request, {})
    // A path with a dot names a file; a missing one must not turn into a page.
    if (!file && path.includes('.')) throw new ApiError('NOT_FOUND')
    return send(pageOf(path), request, ofPage)
  }
}

/** Every path that no other route has. */
export function webRoutes(web: Web) {
  return new Elysia({ name: 'web' }).all('/*', ({ path, request }) => web(path, request))
}
