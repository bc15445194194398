import { expect, test } from 'playwright/test'
import { HOUR_MS } from '#shared/rules/time.ts'
import { troubledStatus } from '#tests/support/status-sample.ts'
import { findViolations, report, VIEWS } from './support/axe.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { visit } from './support/until-ready.ts'

const site = setUpSite({ expectedErrors: / 503|ERR_INTERNET_DISCONNECTED|ERR_FAILED/ })

const STATUS = '**/api/v1/status'

const WORDS = {
  'en-US': {
    link: 'Status',
    parts: ['Price feed', 'Database and API', 'Settlement', 'Push messages', 'Live updates'],
    works: 'Works',
    since: /since /,
    troubled: 'Part of the site does not work.',
    states: ['No current price', 'Does not answer', 'Unknown', 'Unknown', 'Incomplete'],
    unreachable: 'The server cannot be reached from this device, so nothing is known of the rest.',
    lost: /^The server cannot be reached from this device at present\. What follows is from /,
    overdue: /Overdue.*The result due .* is missing/,
  },
  'ko-KR': {
    link: '상태',
    parts: ['시세 수신', '데이터베이스와 API', '결과 확정', '푸시 알림', '실시간 갱신'],
    works: '정상',
    since: /부터/,
    troubled: '일부가 작동하지 않습니다.',
    states: ['현재 가격 없음', '응답 없음', '알 수 없음', '알 수 없음', '일부 누락'],
    unreachable: '이 기기에서 서버에 연결할 수 없어 나머지 상태를 알 수 없습니다.',
    lost: /^지금 이 기기에서 서버에 연결할 수 없습니다/,
    overdue: /지연.*결과가 아직 없습니다/,
  },
} as const

for (const locale of ['en-US', 'ko-KR'] as const) {
  const words = WORDS[locale]

  test(`a guest gets from the footer to the state of each part (${locale})`, async () => {
    const { page } = await site.open({ locale, path: '/terms' })
    await page.getByRole('contentinfo').getByRole('link', { name: words.link, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: words.link }).waitFor()
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows).toHaveCount(5)
    for (const [index, part] of words.parts.entries()) {
      expect(await textOf(rows.nth(index))).toContain(part)
    }
    expect(await textOf(rows.nth(1))).toContain(words.works)
    expect(await textOf(rows.nth(1))).toMatch(words.since)
  })

  test(`says what does not work in words and marks, in every width (${locale})`, async () => {
    const { page } = await site.open({ locale, path: '/terms' })
    let json = troubledStatus(Date.now())
    await page.route(STATUS, (route) => route.fulfill({ json }))
    await visit(page, `${site.url}/terms`)
    await page.getByRole('contentinfo').getByRole('link', { name: words.link, exact: true }).click()
    await page.getByText(words.troubled).waitFor()
    const rows = page.getByRole('main').getByRole('listitem')
    for (const [index, state] of words.states.entries()) {
      await expect(rows.nth(index).getByText(state, { exact: true })).toBeVisible()
    }
    const marks = page.getByRole('main').locator('li > span:first-child')
    expect(await marks.allTextContents()).toEqual(['✕', '✕', '?', '?', '!'])
    for (const width of [320, 375, 1440, 3840]) {
      await page.setViewportSize({ width, height: 900 })
      const overflow = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
      await expect.poll(overflow, { timeout: 5_000 }).toBe(0)
    }
    expect(report(await findViolations(page, 'the status', VIEWS))).toBe('')

    const overdueSince = new Date(Date.now() - HOUR_MS).toISOString()
    json = { ...json, jobs: { ...json.jobs, state: 'down', overdueSince } }
    await visit(page, `${site.url}/terms`)
    await page.getByRole('contentinfo').getByRole('link', { name: words.link, exact: true }).click()
    await expect.poll(() => textOf(rows.nth(2))).toMatch(words.overdue)
  })

  test(`says that the server cannot be reached, and no longer that all works (${locale})`, async () => {
    const { page } = await site.open({ locale, path: '/terms' })
    await page.route(STATUS, (route) => route.abort('internetdisconnected'))
    const link = page.getByRole('contentinfo').getByRole('link', { name: words.link, exact: true })
    await link.click()
    await page.getByRole('alert').getByText(words.unreachable).waitFor()
    expect(await page.getByRole('main').getByRole('listitem').count()).toBe(0)
    await page.unroute(STATUS)
    await page.getByRole('alert').getByRole('button').click()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(5)

    await page.route(STATUS, (route) => route.abort('internetdisconnected'))
    await page.getByRole('alert').getByText(words.lost).waitFor()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(5)
    const all = locale === 'ko-KR' ? /모두 정상|지연이 있습니다/ : /Everything works|with delays/
    expect(await page.getByText(all).count()).toBe(0)
  })
}

test('the page of a guest is rendered on the server, in the sitemap and never members only', async () => {
  const html = async () => {
    const reply = await fetch(`${site.url}/status`, { headers: { 'accept-language': 'en' } })
    return reply.text()
  }
  await expect.poll(html).toContain('Database and API')
  expect(await html()).toMatch(/<meta name="description" content="Whether price feed/)
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text()
  expect(sitemap).toContain('/status</loc>')
})
