import { Value } from '@sinclair/typebox/value'
import { API_PREFIX } from '#shared/contract/common.ts'
import { CreatePostReply } from '#shared/contract/posts.ts'
import { ReactionReply } from '#shared/contract/reactions.ts'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import type { People, Somebody } from './people.ts'

type Thing = 'vote' | 'post'

/** A reaction that was acknowledged. */
export interface Reacted {
  to: Thing
  id: number
  userId: number
}

/** What clients were told is written. */
export interface Written {
  /** User id → vote id. */
  votes: Map<number, number>
  /** Post id → what it says, which no other post says. */
  posts: Map<number, string>
  reactions: Reacted[]
}

export function nothingWritten(): Written {
  return { votes: new Map(), posts: new Map(), reactions: [] }
}

export const countOf = ({ votes, posts, reactions }: Written) =>
  votes.size + posts.size + reactions.length

/** Clients that vote, post and react as fast as they are answered. */
export interface Load {
  /** How often each answer came: `200`, `503 NOT_READY`, `ECONNRESET`. */
  answers: Map<string, number>
  /** The same, of requests that were sent before `end` or `expectEnd` was called. */
  early: Map<string, number>
  /** Milliseconds that the slowest answer took so far. */
  slowest(): number
  /** What is sent from now on may meet a closed port. */
  expectEnd(): void
  /** No request is sent any more; resolves when the last one is answered. */
  end(): Promise<void>
  /** Resolves when every client has met a closed port. */
  ended: Promise<unknown>
}

const isGone = (said: string) => !/^\d{3}/.test(said)

const count = (counts: Map<string, number>, said: string) =>
  counts.set(said, (counts.get(said) ?? 0) + 1)

/** Sends one request; answers the parsed body of a success, else null. */
type Send = (who: Somebody, path: string, body: unknown) => Promise<unknown>

/** One person's vote, post and two reactions to what others wrote, noted once acknowledged. */
async function write(send: Send, who: Somebody, written: Written, last: Record<Thing, number>) {
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
    const id = last[to]
    const place = to === 'vote' ? `/votes/${id}` : `/posts/frees/${id}`
    // Who has not voted may not read, nor react to, the vote of another.
    if (id === 0 || (to === 'vote' && !written.votes.has(who.id))) continue
    const reaction = await send(who, `${place}/reaction`, { reaction: 'like' })
    if (Value.Check(ReactionReply, reaction)) written.reactions.push({ to, id, userId: who.id })
  }
}

/**
 * Starts `clients` of them at `url`; what is acknowledged is noted in `written`. A lost connection
 * means the end of the server and theirs, unless somebody else answers behind the same address.
 */
export function startLoad(
  url: string,
  people: People,
  written: Written,
  clients = 64,
  whenLost: 'end' | 'go on' = 'end',
): Load {
  const answers = new Map<string, number>()
  const early = new Map<string, number>()
  const last: Record<Thing, number> = { vote: 0, post: 0 }
  let isEnding = false
  let isOver = false
  let slowest = 0

  const send: Send = async (who, path, body) => {
    if (isOver) return null
    const wasEarly = !isEnding
    const headers = {
      authorization: `Bearer ${who.token}`,
      'content-type': 'application/json',
      'x-forwarded-for': who.address,
      connection: 'close',
    }
    let said: string
    let reply: unknown = null
    const since = performance.now()
    try {
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      const response = await fetch(`${url}${API_PREFIX}${path}`, init)
      const known: unknown = await response.json()
      const code = known instanceof Object && 'code' in known ? ` ${known.code}` : ''
      said = `${response.status}${code}`
      slowest = Math.max(slowest, performance.now() - since)
      if (response.ok) reply = known
      // A refused client asks again a moment later; without it the people would be used up.
      else await Bun.sleep(50)
    } catch (error) {
      said = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    }
    count(answers, said)
    if (wasEarly) count(early, said)
    if (isGone(said)) {
      if (whenLost === 'end') isOver = true
      else await Bun.sleep(50)
    }
    return reply
  }
  const client = async () => {
    while (!isOver) await write(send, await people.next(), written, last)
  }
  const ended = Promise.all(Array.from({ length: clients }, client))
  return {
    answers,
    early,
    slowest: () => slowest,
    expectEnd: () => {
      isEnding = true
    },
    end: async () => {
      isOver = true
      await ended
    },
    ended,
  }
}
