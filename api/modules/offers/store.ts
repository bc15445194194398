import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'

const BINS = statement(
  `SELECT version, bin, calls, right_calls, implied_ppm::float8 AS implied_ppm FROM offer_bin
  ORDER BY version, bin`,
  {
    version: column.int,
    bin: column.int,
    calls: column.int,
    right_calls: column.int,
    implied_ppm: column.float,
  },
)

export type OfferBinStore = ReturnType<typeof createOfferBinStore>

/** Settled calls by bin of their offer, as settlement counts them. */
export function createOfferBinStore(database: Database) {
  return { bins: () => database.query(BINS) }
}
