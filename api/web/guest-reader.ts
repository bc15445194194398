import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { API_PREFIX } from '#shared/contract/common.ts'

/** Sends a GET request to the API in this process, as a guest; `path` begins with API_PREFIX. */
export type FetchApi = (path: string) => Promise<Response>

/** Returns the parsed reply of the API to a guest; undefined when it refuses. Rejects when it fails. */
export type ReadApi = (path: string) => Promise<unknown>

/** Reads what every guest may read, such as a list. Rejects when the API refuses it. */
export async function readList<Schema extends TSchema>(
  read: ReadApi,
  path: string,
  schema: Schema,
): Promise<Static<Schema>> {
  const reply = await read(path)
  if (!Value.Check(schema, reply)) throw new Error(`no list at ${path}`)
  return reply
}

/** Reads the API in this process, without a token: pages, cards and feeds show what a guest may read. */
export function createGuestReader(fetchApi: FetchApi): ReadApi {
  return async (path) => {
    const reply = await fetchApi(API_PREFIX + path)
    if (reply.status >= 500) throw new Error(`${path} answered ${reply.status}`)
    return reply.ok ? reply.json() : undefined
  }
}
