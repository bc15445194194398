import { MARKET_FACT, readFact, writeNewFact } from './facts.ts'
import type { Sql } from './sql.ts'

const KINDS = ['real', 'replay', 'simulated'] as const
type Kind = (typeof KINDS)[number]

function parse(value: unknown): Kind {
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null
  const known = KINDS.find((candidate) => candidate === kind)
  if (!known) throw new Error('the database holds prices of a market that is not known')
  return known
}

/** Which market this database's prices are of; null before the first. */
export function readMarketKind(database: Sql): Promise<Kind | null> {
  return readFact(database, MARKET_FACT, parse)
}

/**
 * Remembers which market this database's prices are of, unless that is decided. Answers what is
 * remembered from now on: of several processes that begin one database, all get the same answer.
 */
export async function rememberMarketKind(database: Sql, kind: Kind): Promise<Kind> {
  await writeNewFact(database, MARKET_FACT, { kind })
  return (await readMarketKind(database)) ?? kind
}
