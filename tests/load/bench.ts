import { benchBus } from './bus.ts'
import { benchChart } from './chart/chart.ts'
import { benchContent } from './content.ts'
import { benchDesktop } from './desktop/desktop.ts'
import { benchGrowth } from './growth.ts'
import { benchHostile } from './hostile.ts'
import { benchHot } from './hot.ts'
import { benchLists } from './lists.ts'
import { onDatabase } from './load-database.ts'
import { benchModeration } from './moderation/moderation.ts'
import { benchPush } from './push.ts'
import { type Part, runParts } from './run-parts.ts'
import { benchVotes } from './votes.ts'
import { benchPages } from './web/pages.ts'
import { benchQueries } from './web/queries.ts'
import { benchWeb } from './web/web.ts'

/** Parts that can be measured separately: `npm run bench -- hot votes`. */
const PARTS: readonly Part[] = [
  { name: 'hot', run: () => onDatabase(true, benchHot) },
  { name: 'lists', run: () => onDatabase(true, benchLists) },
  { name: 'votes', run: () => onDatabase(true, benchVotes) },
  { name: 'content', run: benchContent },
  { name: 'hostile', run: () => onDatabase(false, benchHostile) },
  { name: 'bus', run: () => onDatabase(false, benchBus) },
  { name: 'push', run: () => onDatabase(false, (_, own) => benchPush(own)) },
  { name: 'moderation', run: benchModeration },
  { name: 'growth', run: () => benchGrowth([10_000, 1_000_000]) },
  { name: 'chart', run: benchChart },
  { name: 'pages', run: benchPages },
  { name: 'queries', run: benchQueries },
  { name: 'web', run: benchWeb },
  { name: 'desktop', run: benchDesktop },
]

await runParts(PARTS, process.argv.slice(2))
