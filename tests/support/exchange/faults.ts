/** How a stand-in exchange misbehaves. All off at first; tests switch them while it runs. */
export interface Faults {
  /** Answer REST calls with this status, and with Retry-After (seconds) when given. */
  status: { code: number; retryAfter?: number } | null
  /** Accept REST calls and never answer them. */
  stalled: boolean
  /** Cut REST replies in the middle. */
  truncated: boolean
  /** Give every candle twice. */
  duplicated: boolean
  /** Give candles in a wrong order. */
  shuffled: boolean
  /** Hours (epoch ms) that are left out. */
  gaps: Set<number>
  /** Hours whose open is replaced by this value, whatever it is. */
  opens: Map<number, unknown>
  /** How long after the turn of the hour its candle appears (ms). */
  lateBy: number
  /** Keep live connections open and send nothing, not even to the subscription. */
  silent: boolean
  /** Refuse live connections. */
  refusing: boolean
  /** Replaces the live price. */
  price: (price: string) => unknown
}

/** No misbehaviour. */
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

/** What is left of rows after the faults that concern rows; `otime` and `open` stand first in each. */
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
