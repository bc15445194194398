import { readMetadata, upsertMetadata } from '#api/infrastructure/database/app-metadata.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type StaticColumns, statement } from '#api/infrastructure/database/sql.ts'
import type { Anchor, Candle, CandleStore, ReplayAnchor } from './types.ts'

/** Metadata key of the replay's time shift: `{"fileHash", "shiftMs"}`. */
const REPLAY_KEY = 'replay'

const CANDLE_COLUMNS = {
  otime: column.instant,
  open: column.text,
  high: column.nullable(column.text),
  low: column.nullable(column.text),
  close: column.nullable(column.text),
  volume: column.nullable(column.text),
}
const COLUMNS = Object.keys(CANDLE_COLUMNS).join(', ')
type CandleRow = StaticColumns<typeof CANDLE_COLUMNS>

function toCandle({ otime, open, high, low, close, volume }: CandleRow): Candle {
  const candle = { otime: otime.getTime(), open }
  const isFinished = high !== null && low !== null && close !== null && volume !== null
  return isFinished ? { ...candle, bar: { high, low, close, volume } } : candle
}

/** Candles in the database, one series per source. */
export function createCandleStore(database: Database): CandleStore {
  return {
    async newest(source) {
      const [row] = await database.query(
        statement('SELECT max(otime) AS newest FROM candle WHERE source = $1', {
          newest: column.nullable(column.instant),
        }),
        [source],
      )
      return row?.newest?.getTime() ?? null
    },

    async save(source, candles) {
      if (candles.length === 0) return
      const rows = candles.map(({ otime, open, bar }) => ({
        otime: new Date(otime).toISOString(),
        open,
        ...bar,
      }))
      await database.query(
        statement(
          `INSERT INTO candle AS known (source, ${COLUMNS})
         SELECT $1::text, x.* FROM jsonb_to_recordset($2::text::jsonb)
           AS x(otime timestamptz, open text, high text, low text, close text, volume text)
         ON CONFLICT (source, otime) DO UPDATE
           SET (high, low, close, volume)
             = (excluded.high, excluded.low, excluded.close, excluded.volume)
           WHERE excluded.high IS NOT NULL AND (known.high, known.low, known.close, known.volume)
             IS DISTINCT FROM (excluded.high, excluded.low, excluded.close, excluded.volume)`,
        ),
        [source, JSON.stringify(rows)],
      )
    },

    async latest(source, limit) {
      const rows = await database.query(
        statement(
          `SELECT ${COLUMNS} FROM candle WHERE source = $1 ORDER BY otime DESC LIMIT $2`,
          CANDLE_COLUMNS,
        ),
        [source, limit],
      )
      return rows.map(toCandle)
    },

    async firstFrom(source, from, before) {
      const [row] = await database.query(
        statement(
          `SELECT ${COLUMNS} FROM candle WHERE source = $1 AND otime >= $2 AND otime < $3
         ORDER BY otime LIMIT 1`,
          CANDLE_COLUMNS,
        ),
        [source, new Date(from), new Date(before)],
      )
      return row ? toCandle(row) : null
    },
  }
}

function parseAnchor(value: unknown): Anchor {
  if (typeof value === 'object' && value !== null && 'fileHash' in value && 'shiftMs' in value) {
    const { fileHash, shiftMs } = value
    if (typeof fileHash === 'string' && typeof shiftMs === 'number') return { fileHash, shiftMs }
  }
  throw new Error('the database has an invalid replay shift')
}

/** The time shift of a replay in the database. */
export function createReplayAnchor(database: Database): ReplayAnchor {
  return {
    load: () => readMetadata(database, REPLAY_KEY, parseAnchor),
    save: (anchor) => upsertMetadata(database, REPLAY_KEY, anchor),
  }
}
