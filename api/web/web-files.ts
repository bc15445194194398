import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/** Content encodings, best first, with the suffix of the build's compressed files. */
export const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const
export type Encoding = (typeof ENCODINGS)[number][0] | 'identity'

/** A file of the web build in memory. */
export interface WebFile {
  type: string
  etag: string
  /** The name contains a hash of the content, so browsers may cache it forever. */
  hashed: boolean
  bodies: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wav': 'audio/wav',
  '.txt': 'text/plain; charset=utf-8',
}

const etagOf = (body: Uint8Array) =>
  createHash('sha256').update(body).digest('base64url').slice(0, 22)

function read(path: string): WebFile {
  const plain = readFileSync(path)
  const file: WebFile = {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    etag: etagOf(plain),
    hashed: /[\\/]assets[\\/]/.test(path),
    bodies: { identity: new Uint8Array(plain) },
  }
  for (const [encoding, ending] of ENCODINGS) {
    if (existsSync(path + ending))
      file.bodies[encoding] = new Uint8Array(readFileSync(path + ending))
  }
  return file
}

/**
 * Reads the web build in `folder`: its files by URL path, such as `/index.html`; empty without a
 * build. Requests are served from this map only, so no path leads outside the folder.
 */
export function readWebFiles(folder: string): ReadonlyMap<string, WebFile> {
  const files = new Map<string, WebFile>()
  if (!existsSync(join(folder, 'index.html'))) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.') || /\.(br|gz)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length).replaceAll('\\', '/').replace(/^\/*/, '/')
    files.set(name, read(path))
  }
  return files
}

/** The page with another document. */
export function withHtml(page: WebFile, html: string): WebFile {
  const identity = new TextEncoder().encode(html)
  const bodies = {
    identity,
    br: new Uint8Array(brotliCompressSync(identity)),
    gzip: new Uint8Array(gzipSync(identity)),
  }
  return { ...page, etag: etagOf(identity), bodies }
}

/** As build/route-parts.ts writes it. */
const RouteFiles = Type.Array(
  Type.Object({
    path: Type.String(),
    files: Type.Array(Type.String()),
    /** All styles of the page. */
    sheet: Type.String(),
  }),
)

/** The files of the pages that match `path`: tags that preload the lazy ones, and a sheet of all styles. */
interface RouteParts {
  path: RegExp
  tags: string
  sheet: string
}

const preloadTag = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`

/** Reads the files of each route from the build in `folder`. Throws when the list is malformed. */
export function readRouteParts(folder: string): RouteParts[] {
  const file = join(folder, '.route-parts.json')
  if (!existsSync(file)) return []
  const routes = Value.Parse(RouteFiles, JSON.parse(readFileSync(file, 'utf8')))
  return routes.map(({ path, files, sheet }) => ({
    path: new RegExp(path),
    sheet,
    tags: files.map(preloadTag).join(''),
  }))
}
