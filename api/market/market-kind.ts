import { Value } from '@sinclair/typebox/value'
import { insertMetadata, readMetadata } from '#api/infrastructure/database/app-metadata.ts'
import type { Sql } from '#api/infrastructure/database/sql.ts'
import { MarketKind } from '#shared/contract/price.ts'

/** Metadata key of `{"kind": …}`; prices of two kinds never mix in one database. */
const KEY = 'market'

function parse(value: unknown): MarketKind {
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null
  if (!Value.Check(MarketKind, kind)) {
    throw new Error('The database has prices of an unknown market kind.')
  }
  return kind
}

/** The recorded kind of prices; null for a new database. */
export function readMarketKind(database: Sql): Promise<MarketKind | null> {
  return readMetadata(database, KEY, parse)
}

/**
 * Records the kind of prices unless one is recorded. @returns the recorded kind, the same for all
 * instances that start on an empty database together
 */
export async function recordMarketKind(database: Sql, kind: MarketKind): Promise<MarketKind> {
  await insertMetadata(database, KEY, { kind })
  return (await readMarketKind(database)) ?? kind
}
