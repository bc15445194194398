import { API_PREFIX } from '#shared/contract/common.ts'

/** Returns the parsed reply of the API to a guest; undefined when it refuses. Rejects when it fails. */
export type ReadApi = (path: string) => Promise<unknown>

/** Reads the API in this process, without a token: pages, cards and feeds show what a guest may read. */
export function createGuestReader(
  fetchApi: (request: Request) => Promise<Response>,
  origin: string,
): ReadApi {
  return async (path) => {
    const reply = await fetchApi(new Request(origin + API_PREFIX + path))
    if (reply.status >= 500) throw new Error(`${path} answered ${reply.status}`)
    return reply.ok ? reply.json() : undefined
  }
}
