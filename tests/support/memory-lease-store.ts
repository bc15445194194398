import type { Clock } from '#api/infrastructure/clock.ts'
import type { LeaseStore } from '#api/infrastructure/lease/lease.ts'

/** What becomes of one call on its way: delays before and after it takes effect (ms), and failure. */
export interface Way {
  there: number
  back: number
  /** `lost` never gets an answer, `refused` never takes effect. */
  fate: 'fine' | 'lost' | 'refused'
}

/** A lease store in memory with a clock of its own. */
export interface MemoryLeaseStore extends LeaseStore {
  /** The store as one process reaches it, on the ways that `next` says. */
  by(next: () => Way): LeaseStore
}

/** Makes one that goes by `clock`, by the same rule as the table. */
export function memoryLeaseStore(clock: Clock): MemoryLeaseStore {
  let row: { holder: string; until: number; term: number } | null = null

  const ask = (holder: string, lastsMs: number): number | null => {
    const now = clock.now()
    const isFree = row === null || row.until <= now
    if (row !== null && !isFree && row.holder !== holder) return null
    row = { holder, until: now + lastsMs, term: (row?.term ?? 0) + (isFree ? 1 : 0) }
    return row.term
  }
  const release = (holder: string) => {
    if (row?.holder === holder && row.until > clock.now()) row.until = clock.now()
  }

  const travel = <T>({ there, back, fate }: Way, work: () => T) =>
    new Promise<T>((resolve, reject) => {
      clock.after(there, () => {
        if (fate === 'refused') return reject(new Error('the database refuses'))
        const answer = work()
        if (fate === 'fine') clock.after(back, () => resolve(answer))
      })
    })

  return {
    ask: async (_, holder, lastsMs) => ask(holder, lastsMs),
    release: async (_, holder) => release(holder),
    by: (next) => ({
      ask: (_, holder, lastsMs) => travel(next(), () => ask(holder, lastsMs)),
      release: (_, holder) => travel(next(), () => release(holder)),
    }),
  }
}
