import type { AppEventBus } from '#api/events.ts'
import type { FindReply } from '#api/infrastructure/http/answer-kept.ts'
import { keep } from '#api/infrastructure/http/kept.ts'
import { type PreparedReply, prepareReply } from '#api/infrastructure/http/prepared-reply.ts'
import type { RoundBook } from '#api/rounds/round-book.ts'
import type { VoteList } from '#shared/contract/votes.ts'
import type { VoteStore } from './store.ts'
import { toVoteItem } from './vote-row.ts'

/** What many read and few change is kept ready. */
export interface VotePages {
  /** The first page of the list. */
  first: FindReply
  /** The best upcoming votes. */
  best: FindReply
  /** Any page, read from the database. */
  list(page: number): Promise<PreparedReply>
}

type Page = Awaited<ReturnType<VoteStore['list']['page']>>

/** Keeps the first page and the best votes, rebuilt after whatever shows in them has changed. */
export function createVotePages(store: VoteStore, book: RoundBook, bus: AppEventBus): VotePages {
  const replyOf = ({ rows, plan }: Page): PreparedReply => {
    const list: VoteList = { posts: rows.map(toVoteItem), pagination: plan.pagination }
    return prepareReply(list)
  }
  const first = keep(async () => replyOf(await store.list.page(1)))
  const best = keep(async () => {
    const [waiting, live] = await Promise.all([book.waiting(), book.live()])
    return prepareReply(await store.best(waiting?.id ?? 0, live?.id ?? 0))
  })
  const changed = () => {
    first.markStale()
    best.markStale()
  }
  bus.on('vote', changed)
  bus.on('round', changed)
  bus.on('nickname', changed)
  bus.onInvalidateAll(changed)
  bus.on('reaction', ({ kind }) => kind === 'vote' && changed())
  bus.on('views', ({ votes }) => votes && first.markStale())
  return {
    first: first.get,
    best: best.get,
    list: async (page) => replyOf(await store.list.page(page)),
  }
}
