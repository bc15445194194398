import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { findViolations, report, VIEWS, type View, violationsOn } from './support/axe.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import { reload, visit } from './support/until-ready.ts'

const site = setUpSite()

const TEXTS = {
  'en-US': {
    settings: 'Settings',
    details: 'View details',
    tools: ['Link', 'Picture', 'Video', 'Help'],
  },
  'ko-KR': {
    settings: '설정',
    details: '자세히 보기',
    tools: ['링크', '이미지', '동영상', '도움말'],
  },
}

/** Expects the open dialog to have no axe violation. */
async function none(page: Page, name: string, views: readonly View[]): Promise<void> {
  await page.getByRole('dialog').waitFor()
  expect(report(await findViolations(page, name, views))).toBe('')
}

const closed = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

for (const locale of ['en-US', 'ko-KR'] as const) {
  test.describe(`no dialog breaks a rule in ${locale}`, fullIf(locale === 'ko-KR'), () => {
    const words = TEXTS[locale]
    // A window and a phone in turn, one in each theme; the full run has every view.
    let count = 0
    const views = () => {
      const turn = count++ % 2
      return locale === 'en-US' ? VIEWS.slice(turn, turn + 1) : VIEWS
    }
    const still = { locale, reducedMotion: 'reduce' } as const

    test('the round details, the settings and the login prompt', async () => {
      const { page } = await site.open(still)
      await page.getByRole('button', { name: words.details }).last().click()
      await none(page, 'details', views())
      await closed(page)
      await page.getByRole('banner').getByRole('button', { name: words.settings }).click()
      await none(page, 'settings', views())
      await visit(page, `${site.url}/boards/frees/write`)
      await none(page, 'login dialog', views())
    })

    test("the editor's dialogs and the prompt to restore a draft", async () => {
      const { page } = await site.open({ ...still, path: '/boards/frees/write', user: 'Writer' })
      const text = page.locator('main [contenteditable=true]')
      await text.click()
      await page.keyboard.type('A draft')
      for (const tool of words.tools) {
        await page.getByRole('toolbar').getByLabel(tool, { exact: true }).click()
        await none(page, tool, views())
        await closed(page)
      }
      await reload(page)
      await none(page, 'restore dialog', views())
    })
  })
}

test('reports a violation with its element', async () => {
  const { page } = await site.open({ path: '/login' })
  await page.getByRole('main').getByRole('button').waitFor()
  await expect.poll(() => violationsOn(page)).toEqual([])
  await page.evaluate(() => {
    const picture = document.createElement('img')
    picture.src = '/icon.svg'
    document.querySelector('main')?.append(picture)
  })
  const found = await violationsOn(page)
  expect(found.map(({ rule }) => rule)).toEqual(['image-alt'])
  await page.evaluate(() => {
    const faint = document.createElement('p')
    faint.textContent = 'Hard to read'
    faint.style.color = '#ccc'
    faint.style.backgroundColor = '#fff'
    document.querySelector('main')?.append(faint)
  })
  const colors = await violationsOn(page, 'colors')
  expect(new Set(colors.map(({ rule }) => rule))).toEqual(new Set(['color-contrast']))
})

test('the first message is announced: its live region is rendered before it', async () => {
  const { page } = await site.open()
  const messages = page.locator('[popover=manual]:popover-open')
  await expect(messages.locator('> [role=status]')).toHaveCount(1)
  await expect(messages).toHaveText('')
})
