import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeMatching, importing, isTest, productCode, type Rule } from './rule.ts'

const isStore = (path: string) => /(^|[/-])store\.ts$/.test(path)
const database = 'api/infrastructure/database/'
/** Stores, and the fragments of SQL that several of them use. */
const holdsSql = (path: string) =>
  isStore(path) || /-sql\.ts$/.test(path) || /^api\/(infrastructure|commands)\//.test(path)
const moduleOf = (path: string) => path.match(/^api\/modules\/([^/]+)\//)?.[1]
const featureOf = (path: string) => path.match(/^desktop\/renderer\/features\/([^/]+)\//)?.[1]
const inImage = readFileSync(join(import.meta.dir, '../../.dockerignore'), 'utf8')
  .split('\n')
  .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
/** Whether the build of the image sees the file. */
const isInImage = (path: string) =>
  !isTest(path) && inImage.some((name) => path === name || path.startsWith(`${name}/`))

/** Dependency rules that the linter's import rules cannot express. */
export const dependencyRules: Rule[] = [
  {
    name: 'a relative import never climbs: another folder is imported as #api/…, #shared/…, #desktop/…',
    appliesTo: (path) => /\.tsx?$/.test(path) && !path.startsWith('tests/architecture/'),
    violations: importing(
      (found, path) => found.relative && !found.target.startsWith(`${dirname(path)}/`),
    ),
    bad: { path: 'api/server/app.ts', text: "import { x } from '../shared/x.ts'" },
    good: { path: 'api/server/app.ts', text: "import { x } from './shared/x.ts'" },
  },
  {
    name: 'a module of the API imports at most types of the store of another',
    appliesTo: productCode('api/modules'),
    violations: importing(
      ({ target, typeOnly }, path) =>
        !typeOnly &&
        isStore(target) &&
        moduleOf(target) !== undefined &&
        moduleOf(target) !== moduleOf(path),
    ),
    bad: { path: 'api/modules/posts/service.ts', text: "import { x } from '../votes/store.ts'" },
    good: {
      path: 'api/modules/posts/service.ts',
      text: "import type { X } from '../votes/store.ts'",
    },
  },
  {
    name: 'modules import nothing that composes them',
    appliesTo: productCode('api/modules'),
    violations: importing(({ target }) =>
      /^api\/(server|web|commands)\/|^api\/main\.ts$/.test(target),
    ),
    bad: {
      path: 'api/modules/notifications/metrics.ts',
      text: "import type { Services } from '#api/server/services.ts'",
    },
    good: {
      path: 'api/modules/notifications/metrics.ts',
      text: "import type { AppEventBus } from '#api/events.ts'",
    },
  },
  {
    name: 'only stores and infrastructure/database import Prisma, pg and PGlite',
    appliesTo: (path) =>
      productCode('api', 'shared')(path) && !isStore(path) && !path.startsWith(database),
    violations: importing(({ target }) =>
      /^(@prisma\/|pg$|pg\/|@electric-sql\/|pglite-)|\/database\/generated\//.test(target),
    ),
    bad: { path: 'api/modules/votes/service.ts', text: "import { Pool } from 'pg'" },
    good: { path: 'api/modules/votes/service.ts', text: "import { x } from 'pgpass'" },
  },
  {
    name: 'SQL stands in stores and *-sql.ts, besides infrastructure and commands',
    appliesTo: (path) => productCode('api', 'shared')(path) && !holdsSql(path),
    violations: (source) => [
      ...importing(({ target, typeOnly }) => !typeOnly && target === `${database}sql.ts`)(source),
      ...codeMatching(/\bstatement\(|\bprisma\b/g)(source),
    ],
    bad: {
      path: 'api/modules/votes/service.ts',
      text: "const END = statement('DELETE FROM session')\nawait database.prisma.user.count()",
    },
    good: {
      path: 'api/modules/votes/service.ts',
      text: "import type { Sql } from '#api/infrastructure/database/sql.ts'\n// A statement() of its store.",
    },
  },
  {
    name: 'only the Electron main process and its preload import Electron',
    appliesTo: (path) =>
      productCode('api', 'shared', 'desktop')(path) && !/^desktop\/(main|preload)\//.test(path),
    violations: importing(({ target }) => target === 'electron' || target.startsWith('electron/')),
    bad: { path: 'desktop/renderer/app/a.ts', text: "import { ipcRenderer } from 'electron'" },
    good: { path: 'desktop/renderer/app/a.ts', text: "import { x } from './electron.ts'" },
  },
  {
    name: 'platform and components of the renderer import no feature and no screen',
    appliesTo: productCode('desktop/renderer/platform', 'desktop/renderer/components'),
    violations: importing(({ target }) => /^desktop\/renderer\/(features|app)\//.test(target)),
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
    appliesTo: productCode('desktop/renderer/features'),
    violations: importing(({ target }) => target.startsWith('desktop/renderer/app/')),
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
    name: "a feature imports only the files at the top of another feature's folder",
    appliesTo: productCode('desktop/renderer/features'),
    violations: importing(({ target }, path) => {
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
    name: "Electron's main process never imports the renderer",
    appliesTo: productCode('desktop/main', 'desktop/preload', 'desktop/bridge', 'desktop/shared'),
    violations: importing(({ target }) => target.startsWith('desktop/renderer/')),
    bad: {
      path: 'desktop/main/alerts/a.ts',
      text: "import { PATHS } from '#desktop/renderer/app/paths.ts'",
    },
    good: {
      path: 'desktop/main/alerts/a.ts',
      text: "import { PATHS } from '#shared/rules/paths.ts'",
    },
  },
  {
    name: 'infrastructure knows no domain: it imports no other folder of the API',
    appliesTo: productCode('api/infrastructure'),
    violations: importing(
      ({ target }) => target.startsWith('api/') && !target.startsWith('api/infrastructure/'),
    ),
    bad: { path: 'api/infrastructure/a.ts', text: "import { b } from '#api/modules/rounds/b.ts'" },
    good: { path: 'api/infrastructure/a.ts', text: "import { b } from '#api/infrastructure/b.ts'" },
  },
  {
    name: 'alerts are published by publishAlerts, in events of a length that the bus carries',
    appliesTo: (path) =>
      productCode('api')(path) && path !== 'api/modules/notifications/publish-alerts.ts',
    violations: codeMatching(/publish\(\s*'alerts'/g),
    bad: { path: 'api/modules/alerts/a.ts', text: "bus.publish('alerts', { notified })" },
    good: { path: 'api/modules/alerts/a.ts', text: 'publishAlerts(bus, notified)' },
  },
  {
    name: 'the clients import types of the API, and no code',
    appliesTo: productCode('desktop'),
    violations: importing(({ target, typeOnly }) => target.startsWith('api/') && !typeOnly),
    bad: { path: 'desktop/renderer/a.ts', text: "import { App } from '#api/server/api.ts'" },
    good: { path: 'desktop/renderer/a.ts', text: "import type { App } from '#api/server/api.ts'" },
  },
  {
    name: 'only the configuration reads the environment',
    appliesTo: (path) =>
      productCode('api', 'shared', 'desktop')(path) &&
      !path.startsWith('api/infrastructure/config') &&
      // Variables of the system, which nobody configures.
      path !== 'desktop/main/environment.ts',
    violations: codeMatching(/\b(process|Bun)\.env\b|\bimport\.meta\.env\b/g),
    bad: { path: 'api/server/app.ts', text: 'const port = process.env.PORT' },
    good: {
      path: 'api/server/app.ts',
      text: '// never process.env here\nconst port = config.port',
    },
  },
  {
    name: 'the image includes what its sources import: the list is .dockerignore',
    appliesTo: (path) => productCode('api', 'desktop', 'shared')(path) && isInImage(path),
    violations: importing(
      ({ target, typeOnly }) =>
        !typeOnly && /^(api|desktop|shared|tests)\//.test(target) && !isInImage(target),
    ),
    bad: { path: 'desktop/shared/a.ts', text: "import { x } from '#desktop/main/x.ts'" },
    good: { path: 'desktop/shared/a.ts', text: "import type { X } from '#desktop/main/x.ts'" },
  },
  {
    name: 'only the clock reads the time',
    appliesTo: (path) =>
      productCode('api', 'shared')(path) && path !== 'api/infrastructure/clock.ts',
    violations: (source) =>
      codeMatching(source.path === 'api/main.ts' ? CLOCK : CLOCK_OR_TIMER)(source),
    bad: {
      path: 'api/modules/rounds/open.ts',
      text: 'const now = new Date()\nsetTimeout(open, 5)',
    },
    good: { path: 'api/modules/rounds/open.ts', text: 'const day = new Date(clock.now())' },
  },
  {
    name: 'shared does no I/O',
    appliesTo: productCode('shared'),
    violations: codeMatching(/\b(fetch\(|(console|process|Bun|localStorage|document)\.)/g),
    bad: { path: 'shared/rules/band.ts', text: "console.log('band')" },
    good: { path: 'shared/rules/band.ts', text: 'const prefetch = (documented) => documented' },
  },
  {
    name: 'a test that works on a database is called *.api.test.ts, so that it also meets PostgreSQL',
    appliesTo: (path) => isTest(path) && !path.endsWith('.api.test.ts'),
    violations: importing(({ target }) => /^tests\/support\/.*(database|server)/.test(target)),
    bad: { path: 'api/a.test.ts', text: "import { db } from '#tests/support/test-database.ts'" },
    good: {
      path: 'api/a.test.ts',
      text: "import { testClock } from '#tests/support/test-clock.ts'",
    },
  },
  {
    name: 'no test waits for networkidle, which a page that has sent a beacon never reaches',
    appliesTo: (path) => path.startsWith('tests/') && !path.startsWith('tests/architecture/'),
    violations: codeMatching(/networkidle/g),
    bad: { path: 'tests/browser/a.e2e.ts', text: "await page.waitForLoadState('networkidle')" },
    good: { path: 'tests/browser/a.e2e.ts', text: 'await untilQuiet(page, () => page.goto(url))' },
  },
]

const CLOCK = /\bDate\.now\(|\bnew Date\(\s*\)/g
// main.ts may wait: it has the time limit of a shutdown.
const CLOCK_OR_TIMER = new RegExp(`${CLOCK.source}|\\b(setTimeout|setInterval|Bun\\.sleep)\\(`, 'g')
