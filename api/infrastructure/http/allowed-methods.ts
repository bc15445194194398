interface Route {
  method: string
  path: string
}

/** What every address that can be read answers too: HEAD by the front, OPTIONS by CORS. */
const BESIDE = { get: ['HEAD', 'OPTIONS'], other: ['OPTIONS'] }

/**
 * Tells which methods an address has, so that a wrong method is answered 405 and not 404; none for an
 * address that does not exist. `routes` are Elysia's, with `:name` for a part of the path. OPTIONS,
 * which CORS answers on any address, makes none exist.
 */
export function createAllowedMethods(routes: readonly Route[]): (path: string) => string[] {
  const patterns = routes
    .filter(({ method }) => method !== 'OPTIONS')
    .map(({ method, path }) => ({
      methods: [method, ...(method === 'GET' ? BESIDE.get : BESIDE.other)],
      pattern: new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}/?$`),
    }))
  return (path) => {
    const found = patterns.filter(({ pattern }) => pattern.test(path))
    return [...new Set(found.flatMap(({ methods }) => methods))].sort()
  }
}
