import { dirname } from 'node:path'
import { codeOf, importing, isTest, type Rule, saying } from './rule.ts'

const isStore = (path: string) => /(^|[/-])store\.ts$/.test(path)
const database = 'api/infrastructure/database/'
const moduleOf = (path: string) => path.match(/^api\/modules\/([^/]+)\//)?.[1]
const featureOf = (path: string) => path.match(/^desktop\/renderer\/features\/([^/]+)\//)?.[1]

/** The arrows between rooms that an import rule of the linter cannot tell. */
export const arrowRules: Rule[] = [
  {
    name: 'a relative import never climbs: another folder is imported as #api/…, #shared/…, #desktop/…',
    looksAt: (path) => /\.tsx?$/.test(path) && !path.startsWith('tests/architecture/'),
    offences: importing(
      (found, path) => found.relative && !found.target.startsWith(`${dirname(path)}/`),
    ),
    bad: { path: 'api/app.ts', text: "import { x } from '../shared/x.ts'" },
    good: { path: 'api/app.ts', text: "import { x } from './shared/x.ts'" },
  },
  {
    name: 'a module of the API never imports the store of another',
    looksAt: codeOf('api/modules'),
    offences: importing(
      ({ target }, path) =>
        isStore(target) && moduleOf(target) !== undefined && moduleOf(target) !== moduleOf(path),
    ),
    bad: { path: 'api/modules/posts/service.ts', text: "import { x } from '../votes/store.ts'" },
    good: { path: 'api/modules/posts/service.ts', text: "import { x } from './store.ts'" },
  },
  {
    name: 'only stores and the database room know Prisma, pg and PGlite',
    looksAt: (path) =>
      codeOf('api', 'shared')(path) && !isStore(path) && !path.startsWith(database),
    offences: importing(({ target }) =>
      /^(@prisma\/|pg$|pg\/|@electric-sql\/|pglite-)|\/database\/generated\//.test(target),
    ),
    bad: { path: 'api/modules/votes/service.ts', text: "import { Pool } from 'pg'" },
    good: { path: 'api/modules/votes/service.ts', text: "import { x } from 'pgpass'" },
  },
  {
    name: 'only the Electron main process and its preload know Electron',
    looksAt: (path) =>
      codeOf('api', 'shared', 'desktop')(path) && !/^desktop\/(main|preload)\//.test(path),
    offences: importing(({ target }) => target === 'electron' || target.startsWith('electron/')),
    bad: { path: 'desktop/renderer/app/a.ts', text: "import { ipcRenderer } from 'electron'" },
    good: { path: 'desktop/renderer/app/a.ts', text: "import { x } from './electron.ts'" },
  },
  {
    name: 'in the interface, platform and components know no feature and no screen',
    looksAt: codeOf('desktop/renderer/platform', 'desktop/renderer/components'),
    offences: importing(({ target }) => /^desktop\/renderer\/(features|app)\//.test(target)),
    bad: {
      path: 'desktop/renderer/components/a.tsx',
      text: "import { b } from '#desktop/renderer/features/votes/b.ts'",
    },
    good: {
      path: 'desktop/renderer/components/a.tsx',
      text: "import { b } from '#desktop/renderer/platform/b.ts'",
    },
  },
  {
    name: 'a feature never imports the app',
    looksAt: codeOf('desktop/renderer/features'),
    offences: importing(({ target }) => target.startsWith('desktop/renderer/app/')),
    bad: {
      path: 'desktop/renderer/features/votes/ui/a.tsx',
      text: "import { Layout } from '#desktop/renderer/app/layout/layout.tsx'",
    },
    good: {
      path: 'desktop/renderer/features/votes/ui/a.tsx',
      text: "import { PATHS } from '#shared/rules/paths.ts'",
    },
  },
  {
    name: "a feature comes in by another's door, a file that lies at the top of its folder",
    looksAt: codeOf('desktop/renderer/features'),
    offences: importing(({ target }, path) => {
      const [, feature, inside] = target.match(/^desktop\/renderer\/features\/([^/]+)\/(.+)$/) ?? []
      return feature !== undefined && feature !== featureOf(path) && inside?.includes('/') === true
    }),
    bad: {
      path: 'desktop/renderer/features/votes/ui/a.tsx',
      text: "import { b } from '#desktop/renderer/features/chart/model/b.ts'",
    },
    good: {
      path: 'desktop/renderer/features/votes/ui/a.tsx',
      text: "import { b } from '#desktop/renderer/features/chart/b.ts'",
    },
  },
  {
    name: 'the clients import types of the API, and no code',
    looksAt: codeOf('desktop'),
    offences: importing(({ target, typeOnly }) => target.startsWith('api/') && !typeOnly),
    bad: { path: 'desktop/renderer/a.ts', text: "import { App } from '#api/app.ts'" },
    good: { path: 'desktop/renderer/a.ts', text: "import type { App } from '#api/app.ts'" },
  },
  {
    name: 'only the configuration reads the environment',
    looksAt: (path) =>
      codeOf('api', 'shared', 'desktop')(path) &&
      !path.startsWith('api/infrastructure/config') &&
      // What the system says of how the app was started; nobody configures it.
      path !== 'desktop/main/app/shell.ts',
    offences: saying(/\b(process|Bun)\.env\b|\bimport\.meta\.env\b/g),
    bad: { path: 'api/app.ts', text: 'const port = process.env.PORT' },
    good: { path: 'api/app.ts', text: '// never process.env here\nconst port = config.port' },
  },
  {
    name: 'only the clock tells the time',
    looksAt: (path) => codeOf('api', 'shared')(path) && path !== 'api/infrastructure/clock.ts',
    offences: (source) =>
      saying(source.path === 'api/main.ts' ? tellingTime : tellingTimeOrWaiting)(source),
    bad: { path: 'api/rounds/open.ts', text: 'const now = new Date()\nsetTimeout(open, 5)' },
    good: { path: 'api/rounds/open.ts', text: 'const day = new Date(clock.now())' },
  },
  {
    name: 'shared does no I/O',
    looksAt: codeOf('shared'),
    offences: saying(/\b(fetch\(|(console|process|Bun|localStorage|document)\.)/g),
    bad: { path: 'shared/rules/band.ts', text: "console.log('band')" },
    good: { path: 'shared/rules/band.ts', text: 'const prefetch = (documented) => documented' },
  },
  {
    name: 'a test that works on a database is called *.api.test.ts, so that it also meets PostgreSQL',
    looksAt: (path) => isTest(path) && !path.endsWith('.api.test.ts'),
    offences: importing(({ target }) => /^tests\/support\/.*(database|server)/.test(target)),
    bad: { path: 'api/a.test.ts', text: "import { db } from '#tests/support/test-database.ts'" },
    good: {
      path: 'api/a.test.ts',
      text: "import { testClock } from '#tests/support/test-clock.ts'",
    },
  },
]

const tellingTime = /\bDate\.now\(|\bnew Date\(\s*\)/g
// main.ts may wait: it holds the hard stop of a shutdown.
const tellingTimeOrWaiting = new RegExp(
  `${tellingTime.source}|\\b(setTimeout|setInterval|Bun\\.sleep)\\(`,
  'g',
)
