import * as Type from '@sinclair/typebox'
import { Check } from '@sinclair/typebox/value'
import type { MarketSnapshot } from '#desktop/bridge/shapes.ts'
import type { CacheFile } from '#desktop/main/files.ts'
import type { MarketState } from '#desktop/shared/market-state.ts'
import { isLivePrice, isSummary } from './market-checks.ts'

/** Minimum time between two writes, except when the app stops. */
const WRITE_INTERVAL_MS = 60_000

interface SnapshotStoreDeps {
  file: CacheFile
  /** Origin of the API: data of another server is ignored. */
  apiOrigin: string
}

/** Persists the latest market data, so that a start without a network has something to show. */
export interface SnapshotStore {
  /** Data of an earlier run, or null. */
  read(): MarketSnapshot | null
  /** Schedules a write within a minute. */
  write(known: MarketSnapshot): void
  /** Writes what is pending, and stops. */
  stop(): void
}

/** The persisted part of the market state; null before the first update. */
export function snapshotOf({ summary, price, receivedAt }: MarketState): MarketSnapshot | null {
  return receivedAt === null ? null : { summary, price, receivedAt }
}

/** Format of the file; `heardAt` is `receivedAt`, under the name that released versions wrote. */
const Stored = Type.Object({
  apiOrigin: Type.String(),
  summary: Type.Unknown(),
  price: Type.Unknown(),
  heardAt: Type.Integer({
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
  }),
})

/** Parses the file; null when it is cut off, edited, or of another server. */
function parse(text: string | null, apiOrigin: string): MarketSnapshot | null {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? 'null')
  } catch {
    return null
  }
  if (!Check(Stored, stored) || stored.apiOrigin !== apiOrigin) return null
  const { summary, price, heardAt: receivedAt } = stored
  if (!(summary === null || isSummary(summary))) return null
  return price === null || isLivePrice(price) ? { summary, price, receivedAt } : null
}

export function createSnapshotStore({ file, apiOrigin }: SnapshotStoreDeps): SnapshotStore {
  let pending: MarketSnapshot | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    if (pending) {
      const { receivedAt: heardAt, ...market } = pending
      file.write(JSON.stringify({ apiOrigin, ...market, heardAt }))
    }
    pending = null
  }

  return {
    read: () => parse(file.read(), apiOrigin),
    write(known) {
      pending = known
      timer ??= setTimeout(() => {
        timer = undefined
        flush()
      }, WRITE_INTERVAL_MS)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      flush()
    },
  }
}
