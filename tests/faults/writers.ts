import { Value } from '@sinclair/typebox/value'
import { API_PREFIX } from '#shared/contract/common.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { ReactionReply } from '#shared/contract/reactions.ts'
import { VoteSummary } from '#shared/contract/summary.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { apiClient } from '#tests/support/api-client.ts'
import type { People, Writer } from './people.ts'
import { soon } from './soon.ts'

type ContentKind = 'vote' | 'post'

/** An acknowledged reaction. */
export interface Reacted {
  to: ContentKind
  id: number
  userId: number
}

/** Acknowledged writes. */
export interface Written {
  /** User id → vote id. */
  votes: Map<number, number>
  /** Post id → its unique text. */
  posts: Map<number, string>
  reactions: Reacted[]
}

export function nothingWritten(): Written {
  return { votes: new Map(), posts: new Map(), reactions: [] }
}

export const countOf = ({ votes, posts, reactions }: Written) =>
  votes.size + posts.size + reactions.length

/** Clients that vote, post and react as fast as they get replies. */
export interface Load {
  /** Replies by count: `200`, `503 NOT_READY`, `ECONNRESET`. */
  replies: Map<string, number>
  /** Replies to requests sent before `end` or `expectEnd`. */
  early: Map<string, number>
  /** Slowest reply so far (ms). */
  slowest(): number
  /** Requests from now on may find the port closed. */
  expectEnd(): void
  /** Stops sending; resolves after the last reply. */
  end(): Promise<void>
  /** Resolves when every client found the port closed. */
  ended: Promise<unknown>
}

const isConnectionError = (reply: string) => !/^\d{3}/.test(reply)

const count = (counts: Map<string, number>, reply: string) =>
  counts.set(reply, (counts.get(reply) ?? 0) + 1)

/** Sends one request; returns the parsed body of a success, else null. */
type Send = (who: Writer, path: string, body: unknown) => Promise<unknown>

/** Sends a vote, a post and two reactions of one user, and records the acknowledged ones. */
async function write(send: Send, who: Writer, written: Written, last: Record<ContentKind, number>) {
  // Texts of others: authors cannot react to their own.
  const others = { ...last }
  const targetDate = new Date(liveRound(Date.now()).targetDate).toISOString()
  const vote = await send(who, '/votes', { targetDate, vote: 'up', content: '<p>Up.</p>' })
  if (Value.Check(CreateVoteReply, vote)) {
    written.votes.set(who.id, vote.id)
    last.vote = vote.id
  }
  const words = `Written by ${who.id}`
  const post = await send(who, '/posts/frees', { content: `<p>${words}</p>` })
  if (Value.Check(CreatePostReply, post)) {
    written.posts.set(post.id, words)
    last.post = post.id
  }
  for (const to of ['vote', 'post'] as const) {
    const id = others[to]
    const place = to === 'vote' ? `/votes/${id}` : `/posts/frees/${id}`
    // Only voters may read and react to votes of others.
    if (id === 0 || (to === 'vote' && !written.votes.has(who.id))) continue
    const reaction = await send(who, `${place}/reaction`, { reaction: 'like' })
    if (Value.Check(ReactionReply, reaction)) written.reactions.push({ to, id, userId: who.id })
  }
}

/** Whether people can vote at a server; true also where it does not answer, which the writers find out. */
const hasReference = async (url: string): Promise<boolean> => {
  const summary = await apiClient(url)
    .get(VoteSummary, '/vote/summary')
    .catch(() => null)
  return summary === null || summary.target2.refPrice !== null
}

/**
 * Starts `clients` clients that record acknowledged writes in `written`. They begin once there is a reference price,
 * which a new database lacks for a moment, and end when a connection is lost, unless another instance serves the same
 * address (`continue`).
 */
export function startLoad(
  url: string,
  people: People,
  written: Written,
  clients = 64,
  onDisconnect: 'end' | 'continue' = 'end',
): Load {
  const replies = new Map<string, number>()
  const early = new Map<string, number>()
  const last: Record<ContentKind, number> = { vote: 0, post: 0 }
  let isStopping = false
  let isStopped = false
  let slowest = 0

  const send: Send = async (who, path, body) => {
    if (isStopped) return null
    const wasEarly = !isStopping
    const headers = {
      authorization: `Bearer ${who.token}`,
      'content-type': 'application/json',
      'x-forwarded-for': who.address,
      connection: 'close',
    }
    let outcome: string
    let parsed: unknown = null
    const since = performance.now()
    try {
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      const response = await fetch(`${url}${API_PREFIX}${path}`, init)
      const known: unknown = await response.json()
      const code = known instanceof Object && 'code' in known ? ` ${known.code}` : ''
      outcome = `${response.status}${code}`
      slowest = Math.max(slowest, performance.now() - since)
      if (response.ok) parsed = known
      // Retries after a pause, so that refused requests do not use up the users.
      else await Bun.sleep(50)
    } catch (error) {
      outcome = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    }
    count(replies, outcome)
    if (wasEarly) count(early, outcome)
    if (isConnectionError(outcome)) {
      if (onDisconnect === 'end') isStopped = true
      else await Bun.sleep(50)
    }
    return parsed
  }
  const isReady = soon(async () => isStopped || (await hasReference(url)))
  const client = async () => {
    await isReady
    while (!isStopped) await write(send, await people.next(), written, last)
  }
  const ended = Promise.all(Array.from({ length: clients }, client))
  return {
    replies,
    early,
    slowest: () => slowest,
    expectEnd: () => {
      isStopping = true
    },
    end: async () => {
      isStopped = true
      await ended
    },
    ended,
  }
}
