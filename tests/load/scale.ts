import { benchDesks } from './desks.ts'
import { benchFigures } from './figures.ts'
import { benchGrowth } from './growth.ts'
import { benchListeners } from './listeners.ts'
import { onDatabase } from './load-database.ts'
import { orEnd, type Part, runParts } from './run-parts.ts'
import { FULL_SIZE, scaleSize, toRows } from './scale-size.ts'
import { benchSearch } from './search/search.ts'
import { benchSeasons } from './seasons/seasons.ts'
import { benchSettle } from './settle.ts'
import { benchThreads } from './threads/threads.ts'

// npm run bench:scale -- 1000000 listeners: a size, the names of parts, or both.
const words = process.argv.slice(2)
const isSize = (word: string) => /^[-+.\d]/.test(word)
const said = words.filter(isSize)
const size = orEnd(() => scaleSize(said.length === 0 ? FULL_SIZE : toRows(said)))

const PARTS: readonly Part[] = [
  { name: 'listeners', run: () => onDatabase(false, (env) => benchListeners(env, size)) },
  { name: 'desks', run: () => onDatabase(false, (env, own) => benchDesks(env, own, size)) },
  { name: 'threads', run: () => onDatabase(false, benchThreads) },
  { name: 'settle', run: () => onDatabase(false, (_, own) => benchSettle(own, size.votes)) },
  {
    name: 'seasons',
    run: () => onDatabase(false, (env, own) => benchSeasons(env, own, size.votes)),
  },
  { name: 'figures', run: () => onDatabase(false, (_, own) => benchFigures(own, size.people)) },
  {
    name: 'search',
    run: () => onDatabase(false, (env, own) => benchSearch(env, own, size.votes)),
  },
  { name: 'growth', run: () => benchGrowth(size.lists) },
]

await runParts(
  PARTS,
  words.filter((word) => !isSize(word)),
)
