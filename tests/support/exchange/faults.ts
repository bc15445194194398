/** Faults of a stand-in exchange, all off initially; tests switch them at run time. */
export interface Faults {
  /** Status of all REST replies, with Retry-After (seconds) if set. */
  status: { code: number; retryAfter?: number } | null
  /** Never reply to REST calls. */
  stalled: boolean
  /** Truncate REST replies. */
  truncated: boolean
  /** Duplicate every candle. */
  duplicated: boolean
  /** Shuffle candles. */
  shuffled: boolean
  /** Missing hours (epoch ms). */
  gaps: Set<number>
  /** Replacement opens by hour (epoch ms); any value. */
  opens: Map<number, unknown>
  /** Delay of a candle after its hour starts (ms). */
  lateBy: number
  /** Keep sockets open and send nothing, not even confirmations. */
  silent: boolean
  /** Refuse WebSocket connections. */
  refusing: boolean
  /** Replaces the live price. */
  price: (price: string) => unknown
}

/** No faults. */
export function noFaults(): Faults {
  return {
    status: null,
    stalled: false,
    truncated: false,
    duplicated: false,
    shuffled: false,
    gaps: new Set(),
    opens: new Map(),
    lateBy: 0,
    silent: false,
    refusing: false,
    price: (price) => price,
  }
}

/** Applies the faults of candle rows; `otime` and `open` come first in each row. */
export function spoil(rows: unknown[][], faults: Faults, now: number): unknown[][] {
  let spoilt = rows
    .filter(([otime]) => !faults.gaps.has(Number(otime)) && Number(otime) + faults.lateBy <= now)
    .map((row) => (faults.opens.has(Number(row[0])) ? replaceOpen(row, faults) : row))
  if (faults.duplicated) spoilt = spoilt.flatMap((row) => [row, row])
  if (faults.shuffled)
    spoilt = spoilt.filter((_, i) => i % 2).concat(spoilt.filter((_, i) => !(i % 2)))
  return spoilt
}

function replaceOpen(row: unknown[], faults: Faults): unknown[] {
  return [row[0], faults.opens.get(Number(row[0])), ...row.slice(2)]
}
