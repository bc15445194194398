import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { setUpSite } from './support/set-up-site.ts'

const site = setUpSite({ seeded: true })

/** The rows of a list on the home screen, each as one line. */
async function rowsOf(page: Page, list: string): Promise<string[]> {
  const rows = page.getByRole('region', { name: list }).getByRole('listitem')
  await rows.first().waitFor()
  return (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())
}

test.describe('the lists on the home screen', () => {
  test('lists rankers by points with place, code and name', async () => {
    const { page } = await site.open()
    const rows = await rowsOf(page, 'Leaderboard')
    expect(rows).toHaveLength(10)
    const points = rows.map((row, index) => {
      expect(row).toMatch(new RegExp(`^${index + 1} .+ #[0-9A-HJKMNP-TV-Z]{6}\\b`))
      const [, figure = ''] = /([+−-]?[\d,]+) pts$/.exec(row) ?? []
      return Number(figure.replaceAll(',', '').replace('−', '-'))
    })
    expect(points).toEqual(points.toSorted((one, other) => other - one))
  })

  test('lists recent posts with board and author', async () => {
    const { page } = await site.open()
    const rows = await rowsOf(page, 'Recent posts')
    expect(rows).toHaveLength(10)
    for (const row of rows) {
      expect(row).toMatch(/^.+ (General|Notices|Suggestions) .+ #[0-9A-HJKMNP-TV-Z]{6}$/)
    }
  })

  test('lists the best notes of open rounds with direction, author and likes', async () => {
    const { page } = await site.open()
    const rows = await rowsOf(page, 'Top calls awaiting results')
    expect(rows).toHaveLength(10)
    const likes = rows.map((row) => {
      expect(row).toMatch(
        /(▲ Up, above [\d,]+|■ Steady, [\d,]+ to [\d,]+|▼ Down, below [\d,]+|\?\? Unknown) .+ #[0-9A-HJKMNP-TV-Z]{6} /,
      )
      return Number(/(\d+)\D*$/.exec(row)?.[1])
    })
    expect(likes).toEqual(likes.toSorted((one, other) => other - one))
  })

  test('ranks the season, with the own row and a link to the whole ranking', async () => {
    const { page } = await site.open({ user: 'Home reader' })
    const board = page.getByRole('region', { name: 'Leaderboard' })
    await board.getByText('0 / 1 to rank').waitFor()
    await board.getByRole('button', { name: 'Season' }).click()
    await board.getByText('0 / 8 to rank').waitFor()
    await expect
      .poll(async () => (await rowsOf(page, 'Leaderboard'))[0])
      .toMatch(/^1 .+ #[0-9A-HJKMNP-TV-Z]{6} .+ pts$/)
    await board.getByRole('link', { name: 'Whole ranking' }).click()
    await page.waitForURL('**/ranking')
  })

  test('is in Korean', { tag: '@full' }, async () => {
    const { page } = await site.open({ locale: 'ko-KR' })
    await page.getByRole('region', { name: '랭킹' }).getByText(/점$/).first().waitFor()
    const marks = page.getByRole('main').getByText(/^[▲■▼]?\s*(상승|보합|하락), .*(초과|이내|미만)/)
    await marks.first().waitFor()
  })
})
