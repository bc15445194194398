import { expect, test } from 'playwright/test'
import { findPublicPage } from '#api/web/public-pages.ts'
import { ADMIN, WITH_ADMIN } from './support/boards.ts'
import { fullIf } from './support/matrix.ts'
import { runningClock } from './support/running-clock.ts'
import { setUpSite } from './support/set-up-site.ts'
import { untilReady } from './support/until-ready.ts'

const site = setUpSite({ seeded: true, ...WITH_ADMIN })

/** Texts that no guest may read. */
const SECRETS = ['secret-of-a-note', 'secret-of-a-free-post', 'secret-of-a-hidden-post', ADMIN]

/** Public pages beside those that the home screen's lists name. */
const PATHS = [
  ...['/', '/vote', '/vote?filter=notes', '/boards/frees', '/boards/notices', '/rounds'],
  ...[
    '/ranking',
    '/ranking?season=all',
    '/rules',
    '/status',
    '/verify',
    '/modlog',
    '/terms',
    '/privacy',
  ],
]

const LOCALES = ['en-US', 'ko-KR'] as const

async function read(path: string, headers: Record<string, string> = {}): Promise<string> {
  const reply = await fetch(site.url + path, { headers: { 'accept-language': 'en', ...headers } })
  expect.soft([path, reply.status]).toEqual([path, 200])
  return reply.text()
}

/** Reads a page once it is rendered; while many others are, readers get the page that the browser renders. */
async function readRendered(path: string): Promise<string> {
  let html = ''
  await expect
    .poll(async () => {
      html = await read(path)
      return html
    })
    .not.toContain('<div id="root"></div>')
  return html
}

/** Addresses of this site that a page links to. */
const linksOf = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*href="(\/[^"#]*)"/g)].map(([, path = '']) =>
    path.replaceAll('&amp;', '&'),
  )

let paths: string[] = []

test.beforeAll(async () => {
  const admin = await site.apiUser(ADMIN)
  const author = await site.apiUser('Author')
  await author.vote('up', `<p>Public line</p><p>${SECRETS[0]}</p>`)
  await author.post('frees', `<p>Members only</p><p>${SECRETS[1]}</p>`)
  const notice = await admin.post('notices', '<p>Notice</p><p>readable text</p>')
  const hidden = await author.post('suggestions', `<p>${SECRETS[2]}</p>`)
  await read(`/boards/suggestions/view/${hidden}`)
  const act = { target: 'post', targetId: hidden, act: 'hide', reason: 'spam' } as const
  const { error } = await admin.api.moderation.acts.post(act)
  if (error) throw new Error(`the post was not hidden: ${error.status}`)
  const round = linksOf(await read('/rounds')).findLast((path) => path.startsWith('/rounds/2'))
  const person = linksOf(await read('/')).find((path) => path.startsWith('/u/'))
  paths = [...PATHS, `/boards/notices/view/${notice}`, round ?? '', person ?? '']
})

for (const locale of LOCALES) {
  const title = `every public page reads whole without JavaScript (${locale})`
  test(title, fullIf(locale === LOCALES[1]), async () => {
    const { page } = await site.open({ path: '/terms', locale, javaScriptEnabled: false })
    for (const path of paths) {
      await page.goto(site.url + path)
      const text = (await page.locator('main').textContent()) ?? ''
      expect.soft([path, text.length > 70]).toEqual([path, true])
      expect.soft([path, text.match(/Loading|불러오는/)]).toEqual([path, null])
      expect.soft(await page.locator('html').getAttribute('lang'), path).toBe(locale)
      await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    }
  })
}

test('pages that the browser renders say without JavaScript what can be read', async () => {
  const { page, pageErrors } = await site.open({ path: '/login', javaScriptEnabled: false })
  const lines = page.locator('noscript p')
  for (const path of ['/login', '/boards/free', '/no/such/page']) {
    await page.goto(site.url + path)
    await expect(lines).toHaveText([
      'This page needs JavaScript. Home, Rounds and Ranking can be read without it.',
      '이 페이지를 보려면 자바스크립트가 필요합니다. 홈, 라운드, 랭킹은 자바스크립트 없이도 읽을 수 있습니다.',
    ])
    await expect(lines.last()).toBeVisible()
  }
  await page.getByRole('link', { name: '라운드' }).click()
  await page.getByRole('heading', { level: 1, name: '라운드' }).waitFor()
  await expect(lines).toHaveCount(0)
  // The last two addresses are of no page.
  const is404 = expect.stringContaining('404')
  expect(pageErrors.splice(0)).toEqual([is404, is404])
})

test('search engines store no page, feed or card of a person or a call', async () => {
  const ranking = await readRendered('/ranking?season=all')
  const code = /\/u\/([0-9A-Z]{6})/.exec(ranking)?.[1] ?? ''
  const voteId = /\/vote\/view\/(\d+)/.exec(await readRendered('/vote'))?.[1] ?? ''
  const paths = [
    `/u/${code}`,
    `/u/${code}?lang=ko`,
    `/feed/u/${code}.xml`,
    `/cards/people/${code}.png`,
    `/vote/view/${voteId}`,
    `/cards/calls/${voteId}.png`,
  ]
  for (const path of [...paths, `/u/${code}`, '/u/ZZZZZZ']) {
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await fetch(site.url + path, { method })
      expect.soft([path, method, headers.get('x-robots-tag')]).toEqual([path, method, 'noindex'])
    }
  }
  expect(await readRendered(`/u/${code}`)).toContain('<meta name="robots" content="noindex" />')
  for (const path of ['/', '/ranking', '/rounds', '/feed/rounds.xml']) {
    const { headers } = await fetch(site.url + path)
    expect.soft([path, headers.get('x-robots-tag')]).toEqual([path, null])
  }
  expect(await read('/')).not.toContain('noindex')
  expect(await read('/sitemap.xml')).not.toMatch(/\/u\/|\/vote\/view/)
  expect(await read('/robots.txt')).not.toMatch(/Disallow: \/(u|feed|cards|vote\/view)/)
})

test('every public page hydrates without a word on the console, and its ids stay whole', async () => {
  const { page, pageErrors } = await site.open({ path: '/icon.svg', locale: 'ko-KR' })
  for (const path of paths) {
    await page.goto(site.url + path)
    await untilReady(page)
    const lost = await page.evaluate(() =>
      [...document.querySelectorAll('[aria-labelledby], [aria-describedby]')].flatMap((element) => {
        const ids = ['aria-labelledby', 'aria-describedby'].map((name) =>
          element.getAttribute(name),
        )
        return ids.filter((id) => id && !document.getElementById(id))
      }),
    )
    expect.soft([path, lost, [...pageErrors]]).toEqual([path, [], []])
  }
})

test('a crawl from home along links finds every page of the sitemap and no gated text', async () => {
  const robots = await fetch(`${site.url}/robots.txt`)
  expect(robots.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const sitemap = await read('/sitemap.xml')
  const listed = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(
    ([, path]) => path ?? '',
  )
  const gated =
    /^\/(?:desk|login|profile|vote\/|boards\/\w+\/(?:write|edit)|boards\/frees\/view|donation)/
  const found = new Set(['/'])
  // The newest vote is the author's, whose note is secret.
  const author = linksOf(await read('/vote')).find((path) => path.startsWith('/u/')) ?? ''
  const code = author.slice('/u/'.length)
  let others = 0
  for (const path of found) {
    if (gated.test(path)) continue
    // Records and feeds of people are alike; those of thirty others show the pattern.
    if (/^\/(?:feed\/)?u\//.test(path) && !path.includes(code) && ++others > 30) continue
    const html = await readRendered(path)
    if (findPublicPage(path.split('?')[0] ?? '')) {
      expect.soft([path, /<h1[ >]/.test(html)]).toEqual([path, true])
    }
    if (site.url.startsWith('https:')) {
      expect.soft([path, html.match(/(?:href|src|content)="http:[^"]*"/)]).toEqual([path, null])
    }
    for (const secret of SECRETS) expect.soft([path, html.includes(secret)]).toEqual([path, false])
    // Pages of lists and filters repeat what their first pages link to; three show the pattern.
    for (const link of linksOf(html)) if (!/[?&]page=(?:[4-9]|\d\d)/.test(link)) found.add(link)
  }
  expect(listed.length).toBeGreaterThan(60)
  expect([...found]).toEqual(expect.arrayContaining([author, `/feed/u/${code}.xml?lang=en`]))
  expect(listed.filter((path) => !found.has(path) || path.startsWith('/u/'))).toEqual([])
  expect([...found].filter((path) => path.startsWith('/u/')).length).toBeGreaterThan(10)
})

test('a cached page is the same for everybody', async () => {
  const { page } = await site.open({ user: 'Author', path: '/rules' })
  await page.getByRole('button', { name: 'Logout' }).waitFor()
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const headers = { authorization: `Bearer ${token}`, cookie: 'session=x' }
  // Of several instances each has its own copy, which tells the second of its render.
  const readBoth = async () => [await read('/rules', headers), await read('/rules')]
  await expect.poll(async () => new Set(await readBoth()).size).toBe(1)
  for (const html of await readBoth()) expect(html).not.toContain('Logout')
})

test('an unknown address of a public page is not found, and its conditional request is', async () => {
  const status = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(site.url + path, { headers, redirect: 'manual' })).status
  expect(await status('/boards/notices/view/2147483647')).toBe(404)
  expect(await status('/u/ZZZZZZ')).toBe(404)
  expect(await status('/vote/view/2147483647')).toBe(404)
  expect(await status('/boards')).toBe(302)
  const { headers } = await fetch(`${site.url}/terms`)
  expect(headers.get('vary')).toContain('Cookie')
  // Of several instances each has a tag of its own.
  const known = { 'if-none-match': headers.get('etag') ?? '' }
  await expect.poll(() => status('/terms', known)).toBe(304)
})

test.describe('in the last hours of a year of UTC', () => {
  const now = '2026-12-31T20:00:00.000Z'
  const late = setUpSite({ clock: runningClock(now) })

  test('the footer of a reader in the next year has the year of the markup', async () => {
    const { page, pageErrors } = await late.open({ path: '/icon.svg' })
    await page.clock.install({ time: now })
    await page.goto(`${late.url}/terms`)
    await untilReady(page)
    await expect(page.getByRole('contentinfo')).toContainText('© 2026 Tidemark')
    expect(pageErrors).toEqual([])
  })
})
