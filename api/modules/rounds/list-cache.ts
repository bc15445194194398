import type { AppEventBus } from '#api/events.ts'
import { cached } from '#api/infrastructure/cached.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { paginationOf } from '#api/infrastructure/database/paged-list.ts'
import { type PreparedReply, prepareReply } from '#api/infrastructure/prepared-reply.ts'
import type { RoundItem, RoundList } from '#shared/contract/rounds.ts'
import {
  CROWD_MIN_VOTERS,
  crowdPick,
  crowdRecord,
  isPickRight,
  votersOf,
} from '#shared/rules/crowd.ts'
import { periodStart, roundAt, roundStatus } from '#shared/rules/schedule.ts'
import type { ListedRound, RecordStore } from './record-store.ts'

/** Ten weeks. */
const ROUNDS_PER_PAGE = 20
/** New votes change the first page at most this often (ms). */
const VOTES_EVERY_MS = 3_000

export interface RoundListDeps {
  records: Pick<RecordStore, 'list' | 'total' | 'settled'>
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll'>
  clock: Clock
}

export type RoundListCache = ReturnType<typeof createRoundListCache>

const iso = (instant: number) => new Date(instant).toISOString()

function toItem(row: ListedRound, now: number): RoundItem {
  const { outcome, up, steady, down, unknown } = row
  const round = roundAt(row.ref_date.getTime())
  const votes = { up, steady, down, unknown }
  const voters = votersOf(votes)
  const isHidden = voters < CROWD_MIN_VOTERS
  const isLive = roundStatus(round, now) === 'live'
  const open = isLive ? ('live' as const) : ('closed' as const)
  const settled = outcome === 'void' ? ('void' as const) : ('settled' as const)
  const pick = isHidden || (isLive && outcome === null) ? null : crowdPick(votes)
  return {
    refDate: iso(round.refDate),
    targetDate: iso(round.targetDate),
    closesAt: iso(round.closesAt),
    status: outcome === null ? open : settled,
    refPrice: row.ref_price,
    settlePrice: row.settle_price,
    outcome,
    votes: isHidden ? null : votes,
    voters,
    crowdPick: pick,
    crowdRight: isPickRight(pick, outcome),
    settledAt: row.settled_at?.toISOString() ?? null,
  }
}

/** Caches the first page of the rounds and the crowd's record; other pages are read. */
export function createRoundListCache({ records, bus, clock }: RoundListDeps) {
  const record = cached(async () => {
    const rows = await records.settled()
    return crowdRecord(
      rows.map(({ outcome, favorite, calls, points, ...votes }) => ({
        outcome,
        votes,
        calls,
        points,
        favorite: favorite === 'unknown' ? null : favorite,
      })),
    )
  })

  const list = async (page: number): Promise<PreparedReply> => {
    const total = await records.total()
    const offset = (page - 1) * ROUNDS_PER_PAGE
    const [present, rows] = await Promise.all([
      record.get(),
      offset < total ? records.list(ROUNDS_PER_PAGE, offset) : [],
    ])
    const now = clock.now()
    const reply: RoundList = {
      record: present,
      posts: rows.map((row) => toItem(row, now)),
      pagination: paginationOf(total, page, ROUNDS_PER_PAGE),
    }
    return prepareReply(reply)
  }

  let builtAt = 0
  let hasNewVotes = false
  const first = cached(() => {
    builtAt = clock.now()
    hasNewVotes = false
    return list(1)
  })
  bus.on('vote', () => {
    hasNewVotes = true
  })
  bus.on('round', ({ event }) => {
    if (event === 'settled') record.markStale()
    first.markStale()
  })
  // An erased account withdraws its vote of the live round.
  bus.on('moderation', ({ target }) => target === 'user' && first.markStale())
  bus.onInvalidateAll(() => {
    record.markStale()
    first.markStale()
  })

  return {
    list,
    /** The first page; the live round turns closed without an event. */
    first(): PreparedReply | Promise<PreparedReply> {
      const now = clock.now()
      const isDue = hasNewVotes && Math.abs(now - builtAt) >= VOTES_EVERY_MS
      if (isDue || periodStart(now) !== periodStart(builtAt)) first.markStale()
      return first.get()
    },
  }
}
