import type { Anchor, Candle, CandleStore, ReplayAnchor, SourceName } from '#api/market/types.ts'

/** An inspectable candle store in memory that can be made to fail. */
export interface MemoryCandleStore extends CandleStore {
  /** All candles of a source, oldest first. */
  all(source: SourceName): Candle[]
  /** Number of candles per save. */
  batches: number[]
  /** While true every call rejects, like a database that is down. */
  broken: boolean
}

/** Creates an empty store. */
export function memoryCandleStore(): MemoryCandleStore {
  const series = new Map<SourceName, Map<number, Candle>>()
  const rows = (source: SourceName) =>
    [...(series.get(source)?.values() ?? [])].sort((a, b) => a.otime - b.otime)

  const store: MemoryCandleStore = {
    batches: [],
    broken: false,
    all: rows,
    newest: async (source) => {
      check()
      return rows(source).at(-1)?.otime ?? null
    },
    save: async (source, candles) => {
      check()
      store.batches.push(candles.length)
      const saved = series.get(source) ?? new Map<number, Candle>()
      series.set(source, saved)
      for (const candle of candles) {
        const known = saved.get(candle.otime)
        saved.set(candle.otime, { ...candle, ...known, ...(candle.bar && { bar: candle.bar }) })
      }
    },
    latest: async (source, limit) => {
      check()
      return rows(source).reverse().slice(0, limit)
    },
    firstFrom: async (source, from, before) => {
      check()
      return rows(source).find(({ otime }) => otime >= from && otime < before) ?? null
    },
  }
  const check = () => {
    if (store.broken) throw new Error('the store is down')
  }
  return store
}

/** Stores a replay's anchor in memory. */
export function memoryAnchor(start: Anchor | null = null): ReplayAnchor {
  let saved = start
  return {
    load: async () => saved,
    save: async (anchor) => {
      saved = anchor
    },
  }
}
