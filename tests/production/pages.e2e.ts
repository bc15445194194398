import { expect, test } from 'playwright/test'
import { FEED_PATHS } from '#shared/rules/paths.ts'
import { eventually } from '#tests/support/eventually.ts'
import { authority, METRICS_TOKEN } from '#tests/support/production-front.ts'
import { type ProductionSite, startProductionSite } from '#tests/support/production-site.ts'

// What guests, crawlers and link previews get of the site as it runs in production.

let site: ProductionSite
let person = ''
let round = ''

test.beforeAll(async () => {
  site = await startProductionSite(authority ?? '', { seeded: true })
  // On a busy machine the first reply is the plain page: the thread that renders is loading.
  await eventually(async () => {
    person = /href="(\/u\/\w{6})"/.exec(await textOf('/'))?.[1] ?? ''
    return person !== ''
  })
  round = /href="(\/rounds\/2[\d-]+)"/.exec(await textOf('/rounds'))?.[1] ?? ''
})
test.afterAll(() => site?.stop())

const get = (path: string) =>
  fetch(site.url + path, { headers: { 'accept-language': 'en' }, redirect: 'manual' })

async function textOf(path: string): Promise<string> {
  const reply = await get(path)
  expect.soft([path, reply.status]).toEqual([path, 200])
  return reply.text()
}

const headingOf = (html: string) =>
  /<h1[^>]*>(.*?)<\/h1>/s
    .exec(html)?.[1]
    ?.replace(/<[^>]+>/g, '')
    .trim() ?? ''

const count = (text: string, part: string) => text.split(part).length - 1

test('each public page answers 200 with its heading and links to the https address', async () => {
  const pages: [path: string, heading: RegExp][] = [
    ['/', /^Where will Bitcoin be in a week\?$/],
    ['/vote', /^Calls$/],
    ['/rounds', /^Rounds$/],
    [round, /^Round of /],
    ['/ranking', /^Ranking$/],
    [person, new RegExp(`#${person.slice('/u/'.length)}$`)],
    ['/rules', /^How Tidemark works$/],
    ['/status', /^Status$/],
    ['/verify', /^Verify a call$/],
    ['/boards/notices', /^Boards$/],
    ['/boards/suggestions', /^Boards$/],
    ['/boards/frees', /^Boards$/],
    ['/modlog', /^Moderation log$/],
    ['/terms', /^Terms of Service$/],
    ['/privacy', /^Privacy Policy$/],
  ]
  for (const [path, heading] of pages) {
    const html = await textOf(path)
    expect.soft([path, headingOf(html)]).toEqual([path, expect.stringMatching(heading)])
    expect.soft(html).toContain(`<link rel="canonical" href="${site.url}${path}"`)
    const tags = html.match(
      /(?:hreflang="[^"]*" href|property="og:(?:url|image)" content)="[^"]*"/g,
    )
    const strays = tags?.filter((tag) => !tag.includes(`="${site.url}/`))
    expect.soft([path, strays, (tags?.length ?? 0) >= 4]).toEqual([path, [], true])
  }
})

test('feeds have entries, and cards show their own round and person', async () => {
  for (const path of ['/feed/rounds.xml', `/feed${person}.xml`, '/feed/suggestions.xml']) {
    const feed = await textOf(path)
    expect.soft([path, count(feed, '<entry>') > 0]).toEqual([path, true])
    expect.soft([path, feed.match(/href="http:[^"]*"/)]).toEqual([path, null])
  }
  expect(count(await textOf(FEED_PATHS.calendar), `URL:${site.url}/`)).toBeGreaterThan(0)
  const cards = ['site', round.slice(1), person.replace('/u/', 'people/')]
  const tags = new Set<string | null>()
  for (const name of cards) {
    const { status, headers } = await get(`/cards/${name}.png?lang=en`)
    expect([name, status]).toEqual([name, 200])
    tags.add(headers.get('etag'))
  }
  expect(tags.size).toBe(3)
})

test('robots.txt names the sitemap, which has every round and many people', async () => {
  expect(await textOf('/robots.txt')).toContain(`Sitemap: ${site.url}/sitemap.xml`)
  const sitemap = await textOf('/sitemap.xml')
  const urls = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url)
  expect(urls.filter((url) => !url.startsWith(`${site.url}/`))).toEqual([])
  expect(urls.filter((url) => url.includes('/rounds/')).length).toBeGreaterThan(20)
  expect(urls.length).toBeGreaterThan(60)
})

test('plain HTTP is redirected, and every reply holds browsers to https', async () => {
  const plain = await fetch(`${site.plainUrl}/rules?lang=en`, { redirect: 'manual' })
  expect([plain.status, plain.headers.get('location')]).toEqual([308, `${site.url}/rules?lang=en`])
  for (const path of ['/', '/rules', '/api/v1/vote/summary', '/cards/site.png', '/no-such.txt']) {
    const { headers } = await get(path)
    expect
      .soft([path, headers.get('strict-transport-security')])
      .toEqual([path, 'max-age=31536000'])
    expect.soft([path, headers.getSetCookie()]).toEqual([path, []])
  }
  expect((await get('/boards')).headers.get('location')).toBe('/boards/frees')
  expect((await get('/metrics')).status).toBe(404)
})

test('the API allows its own https origin and the desktop app, and no plain one', async () => {
  const allowed = async (origin: string) => {
    const reply = await fetch(`${site.url}/api/v1/vote/summary`, { headers: { origin } })
    return reply.headers.get('access-control-allow-origin')
  }
  const plain = site.url.replace('https:', 'http:')
  for (const origin of [site.url, 'app://tidemark']) expect(await allowed(origin)).toBe(origin)
  for (const origin of [plain, 'https://other.example']) expect(await allowed(origin)).toBeNull()
})

test('an unknown round, person and post are not found, and no page was sent without its content', async () => {
  for (const path of ['/u/ZZZZZZ', '/rounds/2019-01-03', '/boards/notices/view/2147483647']) {
    expect([path, (await get(path)).status]).toEqual([path, 404])
  }
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  for (const address of site.instances) {
    const metrics = await (await fetch(`${address}/metrics`, { headers })).text()
    for (const reason of ['missing', 'failed']) {
      expect(metrics).toContain(`tidemark_page_fallbacks_total{reason="${reason}"} 0\n`)
    }
  }
})
