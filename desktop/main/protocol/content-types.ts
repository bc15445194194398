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
