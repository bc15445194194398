interface Route {
  method: string
  path: string
}

/**
 * Tells which methods an address has, so that a wrong method is answered 405 and not 404. `routes` are
 * Elysia's, with `:name` for a part of the path.
 */
export function createAllowedMethods(routes: readonly Route[]): (path: string) => string[] {
  const patterns = routes.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}/?$`),
  }))
  return (path) => [
    ...new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
  ]
}
