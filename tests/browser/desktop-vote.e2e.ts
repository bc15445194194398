import { expect, test } from 'playwright/test'
import { violationsOn } from './support/axe.ts'
import { bridgeCalls, openDesktopWindow, sessionOf } from './support/fake-bridge.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { refuse } from './support/vote-page.ts'

const site = setUpSite({ seeded: true })

const open = async (name: string | null, locale = 'en-US') => {
  const session = name === null ? {} : { session: await sessionOf(site, name) }
  return openDesktopWindow(
    site,
    { hasStream: true, ...session },
    { locale, path: '/vote/now/up', viewport: { width: 400, height: 260 } },
  )
}

for (const [locale, words] of [
  [
    'en-US',
    {
      up: /^Up, above [\d,]+$/,
      points: /\sif\sright · −\d+\sif\swrong/,
      vote: 'Call it',
      saved: 'Vote saved.',
    },
  ],
  [
    'ko-KR',
    {
      up: /^상승, [\d,]+ 초과$/,
      points: /맞히면\s\+\d+/,
      vote: '예측하기',
      saved: '예측을 저장했습니다.',
    },
  ],
] as const) {
  test(
    `a vote from the tray shows its live offer, and is saved (${locale})`,
    fullIf(locale === 'ko-KR'),
    async () => {
      const { page } = await open(`Quick ${locale}`, locale)
      const main = page.getByRole('main')
      await main.getByRole('heading', { name: words.up }).waitFor()
      await main.getByText(words.points).first().waitFor()
      const vote = main.getByRole('button', { name: words.vote })
      await expect(vote).toBeFocused()
      const size = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.querySelector('main')?.scrollHeight,
      ])
      expect(size).toEqual([400, 260])
      await expect.poll(() => violationsOn(page)).toEqual([])
      await page.keyboard.press('Enter')
      await main.getByText(words.saved).waitFor()
      await main.getByText(words.points).waitFor()
      await expect.poll(() => bridgeCalls(page)).toContain('session:adopt')
      await expect.poll(() => violationsOn(page)).toEqual([])
    },
  )
}

test('a vote that is refused stays open with the reason', async () => {
  const { page, pageErrors } = await open('Refused from the tray')
  await page.route('**/api/v1/votes?*', refuse(429, 'RATE_LIMITED'), { times: 1 })
  const vote = page.getByRole('button', { name: 'Call it' })
  await vote.click()
  await page.getByRole('alert').getByText('Too many requests. Try again later.').waitFor()
  await vote.click()
  await page.getByText('Vote saved.').waitFor()
  await expect.poll(() => pageErrors).toEqual([expect.stringContaining('429')])
  pageErrors.splice(0)
})

for (const [locale, words] of [
  ['en-US', { vote: 'Call it', yes: 'Call the new round', saved: 'Vote saved.' }],
  ['ko-KR', { vote: '예측하기', yes: '새 라운드 예측', saved: '예측을 저장했습니다.' }],
] as const) {
  const title = `a vote whose round has changed is confirmed in the small window (${locale})`
  test(title, fullIf(locale === 'ko-KR'), async () => {
    const { page, pageErrors } = await open(`Late ${locale}`, locale)
    await page.route('**/api/v1/votes?*', refuse(409, 'ROUND_CHANGED'), { times: 2 })
    const vote = page.getByRole('button', { name: words.vote })
    await vote.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: words.yes }).waitFor()
    const hidden = await dialog.evaluate((element) => element.scrollHeight - element.clientHeight)
    expect(hidden).toBe(0)
    await expect.poll(() => violationsOn(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await vote.click()
    await dialog.getByRole('button', { name: words.yes }).click()
    await page.getByText(words.saved).waitFor()
    await expect.poll(() => pageErrors).toHaveLength(2)
    pageErrors.splice(0)
  })
}

test('whoever has voted in the round is told so', async () => {
  const person = await site.apiUser('Quick again')
  await person.vote('steady')
  const { page } = await open('Quick again')
  await page.getByText('You have already made your call in this round.').waitFor()
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused()
  expect(await textOf(page.getByRole('main'))).not.toMatch(/if\sright/)
})

test('a guest is led to the sign-in', async () => {
  const { page } = await open(null)
  await page.getByText('You are signed out. Sign in to make a call.').waitFor()
  await page.getByRole('button', { name: 'Open Tidemark' }).click()
  await expect.poll(() => bridgeCalls(page)).toContain('window:open /login')
})
