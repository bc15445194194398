import { systemClock } from '#api/infrastructure/clock.ts'
import { readConfig } from '#api/infrastructure/config.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { statement } from '#api/infrastructure/database/sql.ts'
import { claimsOf } from '#api/modules/account/account.ts'
import { createAccountStore } from '#api/modules/account/account-store.ts'
import { createAccessTokens } from '#api/modules/auth/access-token.ts'
import { readSecrets } from '#api/server/secrets.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import { LOG_PATHS } from '#shared/contract/endpoints.ts'
import { RANKING_PAGE_SIZE } from '#shared/contract/ranking.ts'
import { TILE_WIDTH, tilePath } from '#shared/rules/log/tile-path.ts'
import { seasonOf } from '#shared/rules/season.ts'
import { WEEK_MS } from '#shared/rules/time.ts'
import { type LoadedProduct, startProduct } from '#tests/load/processes.ts'
import type { Row } from '#tests/load/report.ts'
import { shortCount } from '#tests/load/scale-size.ts'
import { type Watched, watchServer } from './closing.ts'
import { codeOf, type FilledSeason, fillSeasons } from './fill-seasons.ts'
import { freeze } from './freezing.ts'
import { latencyOf } from './latency.ts'

/** In the middle of a season, whatever the day of the measurement. */
const NOW = Date.UTC(2026, 11, 20, 12)
const MB = 1_000_000
const REQUESTS = 400
/** Budgets in ms. */
const HOLD = 50
const WARM = 50
/** Of proofs and tiles. */
const PROOF = 25
/** Of pages of rankings and the own rank. */
const RANK = 20

const budget = (what: string, own: number, ms: number, bar: 1 | null = 1): Row => ({
  ...{ what, own, bar },
  against: 'budget',
  unit: 'ms',
  baseline: ms,
})

/** Access token of a user, valid at NOW. */
async function tokenOf(database: Database, env: Record<string, string>, id: number) {
  const account = await createAccountStore(database).byId(id)
  if (!account) throw new Error('the person is not there')
  const { jwt } = readSecrets(readConfig({ ...env, PORT: '0' }))
  const tokens = createAccessTokens({ secret: jwt, clock: { ...systemClock, now: () => NOW } })
  return tokens.sign(claimsOf(account), crypto.randomUUID())
}

function watchedRows(what: string, { ms, hold, before, peak }: Watched): Row[] {
  const memory = { against: 'before', unit: 'MB', baseline: before / MB, bar: null } as const
  return [
    budget(what, ms, 0, null),
    budget(`${what}, longest hold`, hold, HOLD),
    { what: `${what}, memory at its peak`, ...memory, own: peak / MB },
  ]
}

/** Addresses by what they show; each list has REQUESTS of them. */
function addresses(url: string, season: string, { members, largeRound }: FilledSeason) {
  const at = (path: string) => `${url}${API_PREFIX}${path}`
  const many = (path: (index: number) => string) =>
    Array.from({ length: REQUESTS }, (_, index) => at(path(index)))
  const pages = Math.ceil(members / RANKING_PAGE_SIZE)
  const person = (index: number) => codeOf(1 + ((index * 7919) % members))
  const target = new Date(largeRound.refDate + WEEK_MS).toISOString()
  const ranking = `/ranking?season=${season}&page=`
  return {
    own: many(() => `/ranking/me?season=${season}`),
    public: [
      ['GET /ranking, first page', many(() => `${ranking}1`)],
      ['… middle page', many((index) => `${ranking}${Math.ceil(pages / 2) - (index % 9)}`)],
      ['… last page', many(() => `${ranking}${pages}`)],
      ['… of all time, first page', many(() => '/ranking?season=all')],
      ['… of the last round, first page', many(() => '/ranking?season=last-round')],
      ['GET /users/:code, one person', many(() => `/users/${codeOf(1)}`)],
      ['… different people', many((index) => `/users/${person(index)}`)],
      ['GET /users/:code/votes, first page', many((index) => `/users/${person(index)}/votes`)],
      ['… last page', many((index) => `/users/${person(index)}/votes?page=2`)],
      ['GET /rounds, first page', many(() => '/rounds')],
      ['GET /rounds/:targetDate, the large round', many(() => `/rounds/${target}`)],
    ] as const,
  }
}

/** Measures reads with live rankings at rest, then those of rankings while these are written. */
async function measureReads(
  product: LoadedProduct,
  token: string,
  { own, public: open }: ReturnType<typeof addresses>,
): Promise<Row[]> {
  const rows: Row[] = []
  const signedIn = { authorization: `Bearer ${token}` }
  const reads = [...open, ['GET /ranking/me', own] as const].map(
    ([what, urls]) =>
      [
        what,
        urls,
        what === 'GET /ranking/me' ? signedIn : {},
        urls[0]?.includes('/ranking'),
      ] as const,
  )
  await product.longestHold()
  for (const [what, urls, headers, isRank] of reads) {
    // The first request opens connections and prepares statements.
    await latencyOf(urls.slice(0, 1), headers)
    const { p50, p99 } = await latencyOf(urls, headers)
    rows.push(budget(`${what}, p50`, p50, WARM, null))
    rows.push(budget(`${what}, p99`, p99, isRank ? RANK : WARM))
  }
  rows.push(budget('all of these, longest hold', await product.longestHold(), HOLD))
  for (const [what, urls, headers, isRank] of reads) {
    if (!isRank) continue
    const writing = product.rank()
    const { p99 } = await latencyOf(urls, headers)
    rows.push(budget(`${what}, p99 while the ranks are written`, p99, WARM))
    await writing
  }
  return rows
}

/** Measures proofs of votes of the large round. */
async function measureProofs(
  product: LoadedProduct,
  database: Database,
  { largeRound }: FilledSeason,
) {
  const first = await database.prisma.vote.findFirst({
    where: { roundId: largeRound.id },
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  const urls = Array.from({ length: REQUESTS }, (_, index) => {
    const id = Number(first?.id ?? 0) + ((index * 7919) % largeRound.votes)
    return `${product.url}${API_PREFIX}/votes/${id}/proof`
  })
  // The first requests open connections and compile code.
  await latencyOf(urls.slice(0, 8))
  const { p50, p99 } = await latencyOf(urls)
  const hold = await product.longestHold()
  const full = Math.floor(largeRound.votes / TILE_WIDTH)
  const latencyOfTiles = (level: 0 | 'entries') =>
    latencyOf(
      Array.from({ length: REQUESTS }, (_, index) => {
        const tile = { level, index: (index * 7919) % Math.max(1, full), width: TILE_WIDTH }
        return `${product.url}${LOG_PATHS.prefix}/${tilePath(tile)}`
      }),
    )
  const tiles = await latencyOfTiles(0)
  const entries = await latencyOfTiles('entries')
  return [
    budget('GET /votes/:id/proof, p50', p50, PROOF, null),
    budget('GET /votes/:id/proof, p99', p99, PROOF),
    budget('GET /votes/:id/proof, longest hold', hold, HOLD),
    budget('GET /log/tile/0/…, p99', tiles.p99, PROOF),
    budget('GET /log/tile/entries/…, p99', entries.p99, PROOF),
  ]
}

/**
 * Measures a season of `votes` settled votes, a tenth as many ranked people, and a round of `votes` votes
 * that is closed, settled and proven by the server itself.
 */
export async function benchSeasons(
  env: Record<string, string>,
  database: Database,
  votes: number,
): Promise<Row[]> {
  const filled = await fillSeasons(database, NOW, Math.ceil(votes / 10))
  const { members, largeRound } = filled
  const season = seasonOf(NOW)
  const product = await startProduct({ ...env, LOG_LEVEL: 'silent', CLOCK_AT: String(NOW) })
  const rows: Row[] = []
  try {
    const hashed = await watchServer(product, product.seal)
    const size = shortCount(largeRound.votes)
    rows.push(...watchedRows(`appending a round of ${size} votes to the log`, hashed))
    rows.push(...(await measureProofs(product, database, filled)))
    const decide = `UPDATE round SET ref_price = '60000', pending_outcome = 'up' WHERE id = $1`
    await database.query(statement(decide), [largeRound.id])
    const settled = await watchServer(product, product.sweep)
    rows.push(...watchedRows(`settling a round of ${size} votes in the server`, settled))
    const ranked = await watchServer(product, product.rank)
    rows.push(...watchedRows('writing the ranks of all time, season and round', ranked))
    const token = await tokenOf(database, env, 1)
    rows.push(...(await measureReads(product, token, addresses(product.url, season, filled))))
  } finally {
    await product.stop()
  }
  await database.script(
    "UPDATE round SET outcome = 'void', settled_at = target_date WHERE settled_at IS NULL",
  )
  const { ms, longestWrite, locks } = await freeze(database, season, members)
  const what = `freezing a season of ${shortCount(members)} people`
  rows.push(budget(what, ms, 10_000))
  rows.push(budget(`${what}, longest write of a member meanwhile`, longestWrite, 1_000))
  rows.push({ ...budget(`${what}, locks that block others`, locks.length, 0, null), unit: '' })
  return rows
}
