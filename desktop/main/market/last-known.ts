import type { LastKnown } from '#desktop/bridge/shapes.ts'
import { isLivePrice, isSummary } from './checks.ts'
import type { MarketView } from './market.ts'
import type { SmallFile } from './small-file.ts'

/** The file is written this often at most, and when the app stops. */
const WRITE_PAUSE_MS = 60_000

interface LastKnownParts {
  file: SmallFile
  /** What another server said is not shown as this one's word. */
  apiOrigin: string
}

/** Keeps what was last heard of the market, so that a start without a network has something to show. */
export interface LastKnownKeeper {
  /** What an earlier run of the app heard last, or null. */
  read(): LastKnown | null
  /** Takes over what is known now; it is written within a minute. */
  keep(known: LastKnown): void
  /** Writes what is not written yet, and ends. */
  stop(): void
}

/** What a view says that is worth keeping; null when nothing was ever heard. */
export function lastKnownOf({ summary, price, heardAt }: MarketView): LastKnown | null {
  return heardAt === null ? null : { summary, price, heardAt }
}

/** The kept text when it is whole and about `apiOrigin`, else null: it may be cut off or edited. */
function readKept(text: string | null, apiOrigin: string): LastKnown | null {
  if (text === null) return null
  let kept: unknown
  try {
    kept = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof kept !== 'object' || kept === null) return null
  if (!('apiOrigin' in kept) || kept.apiOrigin !== apiOrigin) return null
  if (!('summary' in kept && 'price' in kept && 'heardAt' in kept)) return null
  const { summary, price, heardAt } = kept
  if (!(summary === null || isSummary(summary))) return null
  if (!(price === null || isLivePrice(price))) return null
  return typeof heardAt === 'number' && Number.isSafeInteger(heardAt)
    ? { summary, price, heardAt }
    : null
}

export function createLastKnown({ file, apiOrigin }: LastKnownParts): LastKnownKeeper {
  let pending: LastKnown | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const write = () => {
    if (pending) file.write(JSON.stringify({ apiOrigin, ...pending }))
    pending = null
  }

  return {
    read: () => readKept(file.read(), apiOrigin),
    keep(known) {
      pending = known
      timer ??= setTimeout(() => {
        timer = undefined
        write()
      }, WRITE_PAUSE_MS)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      write()
    },
  }
}
