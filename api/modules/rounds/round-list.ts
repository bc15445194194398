import type { AppEventBus } from '#api/events.ts'
import { cached } from '#api/infrastructure/cached.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { paginationOf } from '#api/infrastructure/database/paged-list.ts'
import { ROUNDS_PAGE_SIZE } from '#shared/contract/endpoints.ts'
import type { RoundItem, RoundList } from '#shared/contract/rounds.ts'
import {
  CROWD_MIN_VOTERS,
  crowdPick,
  crowdRecord,
  isPickRight,
  votersOf,
} from '#shared/rules/crowd.ts'
import { roundAt, roundStatus } from '#shared/rules/schedule.ts'
import type { ListedRound, RecordStore } from './record-store.ts'

export interface RoundListDeps {
  records: Pick<RecordStore, 'list' | 'total' | 'settled'>
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll'>
  clock: Clock
}

export type RoundLists = ReturnType<typeof createRoundList>

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

/** The list of rounds with the crowd's record, which is read again after a settlement. */
export function createRoundList({ records, bus, clock }: RoundListDeps) {
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
  bus.on('round', ({ event }) => event === 'settled' && record.markStale())
  bus.onInvalidateAll(record.markStale)

  return {
    /** A page of the rounds, newest first. */
    async page(page: number): Promise<RoundList> {
      const total = await records.total()
      const offset = (page - 1) * ROUNDS_PAGE_SIZE
      const [present, rows] = await Promise.all([
        record.get(),
        offset < total ? records.list(ROUNDS_PAGE_SIZE, offset) : [],
      ])
      const now = clock.now()
      return {
        record: present,
        posts: rows.map((row) => toItem(row, now)),
        pagination: paginationOf(total, page, ROUNDS_PAGE_SIZE),
      }
    },
  }
}
