import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Elysia } from 'elysia'
import { fromRoot } from '#build/setup/project.mjs'
import { PATHS } from '#shared/rules/paths.ts'
import { webRoutes } from './routes.ts'
import { createWeb } from './web.ts'

const PAGE = '<!doctype html><head></head>page'
const folder = mkdtempSync(join(tmpdir(), 'tidemark-web-routes-'))
writeFileSync(join(folder, 'index.html'), PAGE)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const unused = () => Promise.reject(new Error('no page is rendered'))
const app = new Elysia().use(
  webRoutes({
    web: createWeb({
      folder,
      hasGoogleButton: false,
      publicUrl: 'https://site.example',
      adSlots: [],
    }),
    pages: null,
    files: [],
    replies: { send: unused, get: unused },
    limited: async () => {},
    headers: {},
  }),
)

const get = (path: string) => app.handle(new Request(`https://site.example${path}`))

/** Addresses of each screen. */
const ADDRESSES: Record<keyof typeof PATHS, readonly string[]> = {
  home: ['/'],
  login: ['/login'],
  loginCallback: ['/login/callback', '/login/callback?code=x'],
  profile: ['/profile'],
  account: ['/settings/account'],
  alerts: ['/settings/alerts'],
  notifications: ['/notifications'],
  votes: ['/vote', '/vote?page=2'],
  voteWrite: ['/vote/write'],
  voteView: ['/vote/view/7', '/vote/view/4294967297'],
  voteEdit: ['/vote/edit/7'],
  boards: ['/boards/'],
  board: ['/boards/frees', '/boards/notices', '/boards/suggestions'],
  boardWrite: ['/boards/frees/write'],
  boardEdit: ['/boards/suggestions/edit/7'],
  boardView: ['/boards/notices/view/7'],
  desk: ['/desk'],
  search: ['/search?q=btc'],
  donation: ['/donation'],
  rules: ['/rules'],
  status: ['/status'],
  verify: ['/verify'],
  rounds: ['/rounds', '/rounds/', '/Rounds'],
  round: ['/rounds/2026-11-19'],
  ranking: ['/ranking'],
  user: ['/u/7GX2QK', '/u/7gx2qk'],
  week: ['/week/2026-47'],
  admin: ['/admin'],
  adminReports: ['/admin/reports', '/admin/reports/7'],
  modlog: ['/modlog'],
  terms: ['/terms'],
  privacy: ['/privacy'],
  mini: ['/mini'],
  voteWindow: ['/vote/now/up'],
  chart: ['/chart'],
  panel: ['/window/live'],
}

test.each(Object.values(ADDRESSES).flat())('the page is found at %s', async (path) => {
  const reply = await get(path)
  expect([reply.status, await reply.text()]).toEqual([200, PAGE])
})

test('every route of the browser is one of these screens', async () => {
  const routes = await Bun.file(fromRoot('desktop', 'renderer', 'app', 'routes.tsx')).text()
  const paths = [...routes.matchAll(/\bpath: ([^,\s]+),/g)].map(([, path = '']) => path)
  const named = new Set(paths.filter((path) => path !== "'*'"))
  expect([...named].sort()).toEqual(
    Object.keys(PATHS)
      .map((name) => `PATHS.${name}`)
      .sort(),
  )
})

test.each([
  ...['/roundz', '/rounds/2026-11-1', '/rounds/2026-11-19/x', '/boards/foo', '/vote/view/abc'],
  ...['/vote/view/07', '/admin/reports/x', '/u/7GX2Q', '/week/2026-W47', '/window/mini'],
  ...['/vote/now/left', '/wp-login', '//rounds', '/no/such/page'],
])('the page comes with 404 for %s, where no screen is', async (path) => {
  const reply = await get(path)
  expect([reply.status, await reply.text()]).toEqual([404, PAGE])
})

test('the page without content, which the service worker stores, is found', async () => {
  expect((await get('/index.html')).status).toBe(200)
})
