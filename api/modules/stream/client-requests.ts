import { STREAM_REQUESTS } from '#shared/contract/endpoints.ts'

/** Requests of a client that are in force. */
interface Wishes {
  /** Summaries with the newest votes. */
  votes: boolean
  /** Every price, not only one a second. */
  prices: boolean
}

export const NO_WISHES: Wishes = { votes: false, prices: false }

/** Data of an open socket. */
export interface StreamSocket {
  /** The address group that it is counted for. */
  address: string
  wishes: Wishes
  /** Messages that the client has sent. */
  requests: number
}

/** `votes` has the messages of `plain`, with the newest votes in summaries; `prices` the other prices. */
type Topic = 'plain' | 'votes' | 'prices'

/** Messages that a client may send: a reader opens and leaves the desk a few times. Then it may reconnect. */
const REQUESTS_MAX = 100

const REQUESTS: ReadonlyMap<string, Partial<Wishes>> = new Map([
  [STREAM_REQUESTS.votes, { votes: true }],
  [STREAM_REQUESTS.noVotes, { votes: false }],
  [STREAM_REQUESTS.prices, { prices: true }],
  [STREAM_REQUESTS.noPrices, { prices: false }],
])

/** The topics that bring what a client has requested. */
export const topicsOf = ({ votes, prices }: Wishes): Topic[] =>
  prices ? [votes ? 'votes' : 'plain', 'prices'] : [votes ? 'votes' : 'plain']

/**
 * Applies a client's message to its subscriptions, or lets `applyPersonal` do it; false for any other text, and
 * for too many.
 */
export function applyRequest(
  socket: Bun.ServerWebSocket<StreamSocket>,
  message: string | Buffer,
  applyPersonal: (socket: Bun.ServerWebSocket<StreamSocket>, text: string) => boolean,
): boolean {
  const { data } = socket
  const text = `${message}`
  const request = REQUESTS.get(text)
  data.requests += 1
  if (data.requests > REQUESTS_MAX) return false
  if (!request) return applyPersonal(socket, text)
  const before = topicsOf(data.wishes)
  data.wishes = { ...data.wishes, ...request }
  // Before the greeting it has no subscription yet.
  if (socket.subscriptions.length === 0) return true
  const after = topicsOf(data.wishes)
  for (const topic of before) if (!after.includes(topic)) socket.unsubscribe(topic)
  for (const topic of after) if (!before.includes(topic)) socket.subscribe(topic)
  return true
}
