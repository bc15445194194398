import { createHistory, type History, type HistoryOptions } from './history.ts'
import { HOUR, hourOf, SECOND, type SourceName } from './types.ts'

/** A gap may be filled late: the store is looked at again each minute, for as long as it lasts. */
const GAPS = { asks: Number.POSITIVE_INFINITY, pause: 60 * SECOND }

type StoredHistoryOptions = Pick<
  HistoryOptions,
  'store' | 'clock' | 'random' | 'log' | 'counters' | 'onChange'
>

/**
 * The candles of a source as another process fetches and stores them, by the same rule: so a new one
 * is found within 2 s of being stored, and `look` finds it at once. Its `ask` always rejects: only
 * the exchange can say that it has none, and only the other process may ask it.
 */
export function storedHistory(source: SourceName, options: StoredHistoryOptions): History {
  const { store, clock } = options
  const history = createHistory({
    ...options,
    store: { ...store, save: async () => {} },
    origin: {
      name: source,
      gaps: GAPS,
      candles: async ({ from, limit }) => {
        const hours = (hourOf(clock.now()) - from) / HOUR + 1
        const rows = await store.latest(source, Math.max(limit, hours))
        const end = from + limit * HOUR
        const asked = rows.filter(({ otime }) => otime >= from && otime < end)
        return { candles: asked.reverse(), rejected: 0 }
      },
    },
    onStored: () => {},
    onBlocked: () => {},
  })
  return {
    ...history,
    ask: async () => {
      throw new Error('another process holds the feed: the exchange is not asked from here')
    },
  }
}
