import { API_PREFIX } from '#shared/contract/common.ts'

/** Sends a GET request to the API in this process, as a guest; `path` begins with API_PREFIX. */
export type FetchApi = (path: string) => Promise<Response>

/** Returns the parsed reply of the API to a guest; undefined when it refuses. Rejects when it fails. */
export type ReadApi = (path: string) => Promise<unknown>

/** Reads the API in this process, without a token: pages, cards and feeds show what a guest may read. */
export function createGuestReader(fetchApi: FetchApi): ReadApi {
  return async (path) => {
    const reply = await fetchApi(API_PREFIX + path)
    if (reply.status >= 500) throw new Error(`${path} answered ${reply.status}`)
    return reply.ok ? reply.json() : undefined
  }
}
