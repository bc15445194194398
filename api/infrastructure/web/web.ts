import { ApiError } from '#api/infrastructure/errors.ts'
import { factsOf } from '#api/infrastructure/http/request-facts.ts'
import { pageHeaders } from './page-headers.ts'
import { readRouteParts } from './route-parts.ts'
import { ENCODINGS, type Encoding, readWebFiles, type WebFile, withHead } from './web-files.ts'

/** Answers a request for the web build. */
export type Web = (path: string, request: Request) => Response

interface WebParts {
  /** The web build's folder; it may be missing. */
  folder: string
  /** The sign-in provider's issuer. */
  issuer: string
  publicUrl: string
  /** The names of the ad slots that are filled, for which the page keeps a place. */
  adSlots: readonly string[]
}

const FOREVER = 'public, max-age=31536000, immutable'
const NO_BUILD =
  'There is no web build here. Run `npm start`, or build it by `node build/web.mjs`.\n'

/** Addresses that are never a screen's: whoever mistypes one of the API is told so in JSON. */
const RESERVED = /^\/(?:api|openapi|livez|readyz|metrics)(?:\/|$)/

/** The best encoding that the client takes and the file has; `;q=0` means that it does not. */
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

/** The pages of the web build by path; each names in its head what its address needs at once. */
function pagesOf(built: WebFile, { folder, adSlots }: WebParts): (path: string) => WebFile {
  const ads = adSlots.length > 0 ? `<meta name="ad-slots" content="${adSlots.join(' ')}" />` : ''
  const plain = withHead(built, ads)
  const pages = readRouteParts(folder).map(({ path, tags }) => ({
    path,
    page: withHead(plain, tags),
  }))
  return (path) => pages.find((each) => each.path.test(path))?.page ?? plain
}

/** Reads the web build and serves it: files as they are, and the page for every path of a screen. */
export function createWeb(parts: WebParts): Web {
  const files = readWebFiles(parts.folder)
  const ofPage = pageHeaders(parts.issuer, parts.publicUrl)
  const built = files.get('/index.html')
  const pageOf = built && pagesOf(built, parts)

  return (path, request) => {
    factsOf(request).route = 'web'
    if (RESERVED.test(path)) throw new ApiError('NOT_FOUND')
    if (request.method !== 'GET') {
      throw new ApiError('METHOD_NOT_ALLOWED', { headers: { allow: 'GET, HEAD' } })
    }
    if (!pageOf) {
      return new Response(NO_BUILD, { status: 404, headers: { 'content-type': 'text/plain' } })
    }
    const file = files.get(path)
    if (file && file !== built) return send(file, request, {})
    // A path with a dot names a file; one that is gone must not turn into a page.
    if (!file && path.includes('.')) throw new ApiError('NOT_FOUND')
    return send(pageOf(path), request, ofPage)
  }
}
