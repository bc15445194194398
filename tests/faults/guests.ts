import { Value } from '@sinclair/typebox/value'
import { API_PREFIX } from '#shared/contract/common.ts'
import { PostList } from '#shared/contract/posts.ts'

/** Guests that read deep pages as fast as they are answered. */
export interface Guests {
  /** How often each status came; what could not be sent or read counts by its error. */
  answers: Map<string, number>
  /** How many were answered so far. */
  count(): number
  /** No request is sent any more; resolves when the last one is answered. */
  end(): Promise<void>
}

let addresses = 0

/** Sends one request of a guest at an address of their own, so that no limit is met. */
function ask(url: string, path: string): Promise<Response> {
  const number = addresses++
  const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  return fetch(`${url}${API_PREFIX}${path}`, { headers: { 'x-forwarded-for': address } })
}

/** What a guest looks at: any page from the second on of a long list. */
function deepPath(request: number, pages: number): string {
  const list = request % 2 === 0 ? '/votes' : '/posts/frees'
  return `${list}?page=${2 + ((request * 7919) % (pages - 1))}`
}

/** Sends `total` requests (for ever, without) by `clients` guests; lists are `pages` long. */
export function startGuests(
  url: string,
  pages: number,
  { clients = 8, total = Number.POSITIVE_INFINITY } = {},
): Guests {
  const answers = new Map<string, number>()
  let sent = 0
  let answered = 0
  let isOver = false
  const client = async () => {
    while (!isOver && sent < total) {
      const said = await ask(url, deepPath(sent++, pages))
        .then(async (response) => {
          await response.arrayBuffer()
          return String(response.status)
        })
        .catch((error: unknown) => String(error))
      answers.set(said, (answers.get(said) ?? 0) + 1)
      answered += 1
    }
  }
  const ended = Promise.all(Array.from({ length: clients }, client))
  return {
    answers,
    count: () => answered,
    end: async () => {
      if (total === Number.POSITIVE_INFINITY) isOver = true
      await ended
    },
  }
}

/** How many posts the frees board has, as a guest reads it on its second page. */
export async function freesAsGuest(url: string): Promise<number> {
  const reply = await ask(url, '/posts/frees?page=2')
  const list = Value.Parse(PostList, await reply.json())
  return list.pagination.totalPosts
}
