import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { createRepeatingJob, type RepeatingJob } from '#api/infrastructure/repeating-job.ts'
import { DocumentKind } from '#shared/contract/search.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import type { SearchStore } from './store.ts'

interface AddMissingDeps {
  store: Pick<SearchStore, 'addedUpTo' | 'saveAddedUpTo' | 'lastId' | 'addMissing' | 'mergeEntries'>
  clock: Clock
  log: Pick<Log, 'info' | 'warn'>
}

const KINDS = DocumentKind.anyOf.map((kind) => kind.const)

/**
 * Makes texts searchable that another version or the seed command wrote: at the start and each minute, in
 * short transactions, from where the last run ended. Merges new entries into the index.
 */
export function createSearchFiller({ store, clock, log }: AddMissingDeps): RepeatingJob {
  const addAll = async (kind: DocumentKind, from: number, shouldContinue: () => boolean) => {
    const last = await store.lastId(kind)
    let after = from
    while (shouldContinue()) {
      const id = await store.addMissing(kind, after)
      if (id === null) return Math.max(from, last)
      after = id
    }
    return after
  }

  const work = async (shouldContinue: () => boolean) => {
    try {
      const before = (await store.addedUpTo()) ?? { note: 0, post: 0, person: 0, reply: 0 }
      const added = { ...before }
      for (const kind of KINDS) added[kind] = await addAll(kind, before[kind], shouldContinue)
      if (KINDS.some((kind) => added[kind] !== before[kind])) await store.saveAddedUpTo(added)
      await store.mergeEntries()
    } catch (error) {
      log.warn({ err: error }, 'older texts could not be made searchable')
    }
  }
  return createRepeatingJob({ clock, intervalMs: MINUTE_MS, work })
}
