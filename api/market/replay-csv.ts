import { HOUR_MS } from '#shared/rules/time.ts'
import { parseInstant, parsePrice, parseVolume } from './parse.ts'

const HEADER = 'open_time_ms,open,high,low,close,volume'

/** One recorded hour; prices are decimal strings, `volume` is in BTC. */
export interface ReplayRow {
  otime: number
  open: string
  high: string
  low: string
  close: string
  volume: string
}

/** A recorded market: rows oldest first, at most one per hour, and the SHA-256 of the file (hex). */
export interface ReplayFile {
  rows: ReplayRow[]
  hash: string
}

/**
 * Reads a CSV of hourly candles (open_time_ms, open, high, low, close, volume; UTC) in any order; of
 * duplicate hours the first row counts. @throws Error of one line with file, line and fault
 */
export async function readReplayFile(path: string): Promise<ReplayFile> {
  const file = Bun.file(path)
  if (!(await file.exists())) throw new Error(`replay file ${path}: there is no such file`)
  const hasher = new Bun.CryptoHasher('sha256')
  const decoder = new TextDecoder()
  const rows = new Map<number, ReplayRow>()
  let rest = ''
  let line = 0

  const readLine = (raw: string) => {
    line++
    const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    if (line === 1) {
      if (text.replace(/^\ufeff/, '') !== HEADER) fail(path, line, `the header is not ${HEADER}`)
    } else if (text !== '') {
      const row = readRow(text) ?? fail(path, line, 'not an hour with four prices and a volume')
      if (!rows.has(row.otime)) rows.set(row.otime, row)
    }
  }

  for await (const chunk of file.stream()) {
    hasher.update(chunk)
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) readLine(text)
  }
  if (rest !== '' || line === 0) readLine(rest)
  if (rows.size === 0) fail(path, line, 'there are no candles')
  return {
    rows: [...rows.values()].sort((a, b) => a.otime - b.otime),
    hash: hasher.digest('hex'),
  }
}

function readRow(text: string): ReplayRow | null {
  const [time, open, high, low, close, volume, ...more] = text.split(',')
  const otime = parseInstant(time)
  if (otime === null || otime % HOUR_MS !== 0 || more.length > 0) return null
  const [o, h, l, c] = [parsePrice(open), parsePrice(high), parsePrice(low), parsePrice(close)]
  if (o === null || h === null || l === null || c === null) return null
  const base = parseVolume(volume)
  if (base === null) return null
  const [lowest, highest] = [Number(l), Number(h)]
  const inside = (price: string) => Number(price) >= lowest && Number(price) <= highest
  return inside(o) && inside(c) ? { otime, open: o, high: h, low: l, close: c, volume: base } : null
}

function fail(path: string, line: number, what: string): never {
  throw new Error(`replay file ${path}, line ${line}: ${what}`)
}
