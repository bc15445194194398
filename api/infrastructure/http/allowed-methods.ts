import { API_PREFIX } from '#shared/contract/common.ts'

export interface Route {
  method: string
  path: string
}

/**
 * Lists the methods of an address; none if it does not exist. Elysia answers 404 for a wrong method,
 * and its routes lack HEAD (answered by GET) and OPTIONS (answered by CORS).
 */
export function createAllowedMethods(routes: readonly Route[]): (path: string) => string[] {
  const patterns = routes
    .filter(({ path }) => !path.includes('*'))
    .map(({ method, path }) => ({
      methods: [
        method,
        ...(method === 'GET' ? ['HEAD'] : []),
        ...(path.startsWith(API_PREFIX) ? ['OPTIONS'] : []),
      ],
      pattern: new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}/?$`),
    }))
  return (path) => {
    const found = patterns.filter(({ pattern }) => pattern.test(path))
    return [...new Set(found.flatMap(({ methods }) => methods))].sort()
  }
}
