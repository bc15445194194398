import type { WireFormat } from './wire-format.ts'

/** Faults of a stand-in exchange, all off initially; tests switch them at run time. */
export interface Faults {
  /** Status and body of all REST replies, with Retry-After (seconds) if set. */
  status: { code: number; retryAfter?: number; body?: string } | null
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
  /** Past hours that are not marked as final (epoch ms); only OKX marks hours. */
  unconfirmed: Set<number>
  /** Replacement opens by hour (epoch ms); any value. */
  opens: Map<number, unknown>
  /** Delay of a candle after its hour starts (ms). */
  lateBy: number
  /** Keep sockets open and send nothing, not even confirmations. */
  silent: boolean
  /** Refuse WebSocket connections. */
  refusing: boolean
  /** Refuse subscriptions. */
  refusesSubscription: boolean
  /** Close connections that do not keep themselves alive; off, because tests move the clock far. */
  closesQuiet: boolean
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
    unconfirmed: new Set(),
    opens: new Map(),
    lateBy: 0,
    silent: false,
    refusing: false,
    refusesSubscription: false,
    closesQuiet: false,
    price: (price) => price,
  }
}

/** Applies the faults of candle rows. */
export function spoil(
  rows: unknown[][],
  { timeOf, fault }: WireFormat,
  faults: Faults,
  now: number,
): unknown[][] {
  let spoilt = rows
    .filter((row) => !faults.gaps.has(timeOf(row)) && timeOf(row) + faults.lateBy <= now)
    .map((row) => (faults.opens.has(timeOf(row)) ? fault(row, faults.opens.get(timeOf(row))) : row))
  if (faults.duplicated) spoilt = spoilt.flatMap((row) => [row, row])
  if (faults.shuffled)
    spoilt = spoilt.filter((_, i) => i % 2).concat(spoilt.filter((_, i) => !(i % 2)))
  return spoilt
}

/** Replaces the open of a row that begins with time and open. */
export const replaceOpen = (row: unknown[], open: unknown) => [row[0], open, ...row.slice(2)]
