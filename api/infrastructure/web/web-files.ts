import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** The encodings files are kept in, best first, and the ending the build gives each. */
export const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const
export type Encoding = (typeof ENCODINGS)[number][0] | 'identity'

/** One file of the web build, read into memory. */
export interface WebFile {
  type: string
  etag: string
  /** Whether its name carries its content's hash, so that it never changes. */
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
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
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
 * Reads the web build in `folder`: its files by their path on the site, such as `/index.html`. Empty
 * when there is none. Only what was there at the start is ever served, so no path leads outside.
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

/** The page with more in its head, such as a `<meta>` that tells it something before it runs. */
export function withHead(page: WebFile, tags: string): WebFile {
  if (tags === '') return page
  const html = new TextDecoder().decode(page.bodies.identity)
  const identity = new TextEncoder().encode(html.replace('</head>', `${tags}</head>`))
  const bodies = {
    identity,
    br: new Uint8Array(brotliCompressSync(identity)),
    gzip: new Uint8Array(gzipSync(identity)),
  }
  return { ...page, etag: etagOf(identity), bodies }
}
