import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import type { SitePageOptions } from './support/site.ts'
import { reload } from './support/until-ready.ts'

const site = setUpSite()

const WIDE = { width: 1440, height: 900 }
const textOf = (page: Page) => page.locator('main [contenteditable=true]')

/** Opens an editor as a signed-in person. */
async function opened(path: string, user: string, options: SitePageOptions = {}) {
  const opened = await site.open({ path, user, viewport: WIDE, ...options })
  await textOf(opened.page).waitFor()
  return opened
}

/** The height of the writing area in px, without its border. */
const heightOf = (page: Page) =>
  textOf(page).evaluate((text) => {
    let box: Element | null = text
    while (box && getComputedStyle(box).overflowY !== 'auto') box = box.parentElement
    return Number.parseFloat(box ? getComputedStyle(box).height : '')
  })

test.describe('the editor', () => {
  test('of a vote is 250 px high and 80 % wide', async () => {
    const { page } = await opened('/vote/write', 'Measured')
    await expect.poll(() => heightOf(page)).toBeCloseTo(250, 0)
    const share = await page.getByRole('toolbar').evaluate((toolbar) => {
      const content = document.getElementById('content')
      const padding = content ? getComputedStyle(content) : null
      const sides = [padding?.paddingLeft ?? '0', padding?.paddingRight ?? '0']
      const available =
        (content?.clientWidth ?? 0) - sides.map(Number.parseFloat).reduce((a, b) => a + b)
      return toolbar.getBoundingClientRect().width / available
    })
    expect(share).toBeGreaterThan(0.78)
    expect(share).toBeLessThan(0.81)
  })

  for (const [locale, marks, blocks, inserts] of [
    [
      'en-US',
      ['Bold', 'Italic', 'Underline', 'Strikethrough', 'Superscript', 'Subscript'],
      ['Clear formatting', 'Color', 'Bullet list', 'Numbered list', 'Paragraph style', 'Table'],
      ['Link', 'Picture', 'Video', 'Full screen', 'Code view', 'Help'],
    ],
    [
      'ko-KR',
      ['굵게', '기울임꼴', '밑줄', '취소선', '위 첨자', '아래 첨자'],
      ['서식 지우기', '색', '글머리 기호 목록', '번호 목록', '문단 모양', '표'],
      ['링크', '이미지', '동영상', '전체 화면', '코드 보기', '도움말'],
    ],
  ] as const) {
    test(
      `of a post is 200 px high and has every tool (${locale})`,
      fullIf(locale === 'ko-KR'),
      async () => {
        const { page } = await opened('/boards/frees/write', 'Tooled', { locale })
        await expect.poll(() => heightOf(page)).toBeCloseTo(200, 0)
        const names = await page
          .getByRole('toolbar')
          .locator('[data-tool]')
          .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
        // Tools with a current value append it to their name.
        const tools = new Set(names.map((name) => name.replace(/: .*/, '')))
        expect([...marks, ...blocks, ...inserts].filter((name) => !tools.has(name))).toEqual([])
      },
    )
  }

  test('the dialogs insert nothing without the required fields', async () => {
    const { page } = await opened('/boards/frees/write', 'Dialogues')
    const dialog = page.getByRole('dialog')
    const insert = dialog.getByRole('button', { name: 'Insert' })
    const tool = (name: string) => page.getByRole('toolbar').getByLabel(name, { exact: true })
    for (const [name, fields] of [
      ['Link', ['Text', 'Address']],
      ['Picture', ['Address of the picture']],
      ['Video', ['Address of the video']],
    ] as const) {
      await tool(name).click()
      for (const field of fields) {
        await expect(insert).toBeDisabled()
        await dialog.getByLabel(field, { exact: true }).fill('https://example.com/a.mp4')
      }
      await expect(insert).toBeEnabled()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    }
  })
})

test.describe('drafts', () => {
  const storedDraft = (page: Page) => page.evaluate(() => localStorage.getItem('post_draft_vote'))

  test('the draft of a vote is offered again, and is deleted by Cancel', async () => {
    const { page } = await opened('/vote/write', 'Drafter')
    await textOf(page).click()
    // The page goes before the next frame, in which the text would be reported.
    await page.evaluate(() => {
      window.requestAnimationFrame = () => 1
    })
    await page.keyboard.type('Not yet sure')
    await reload(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^There is a draft from .+\(UTC\+9\)\. Restore it\?$/).waitFor()
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await textOf(page).filter({ hasText: 'Not yet sure' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL('**/vote')
    await expect.poll(() => storedDraft(page)).toBeNull()
  })
})

test('a reaction is disabled while one is being sent', async () => {
  const mina = await site.apiUser('Mina')
  const id = await mina.post('suggestions', '<p>React to this</p>')
  const { page } = await site.open({ path: `/boards/suggestions/view/${id}`, user: 'Reader' })
  const held = Promise.withResolvers<void>()
  await page.route('**/reaction', async (route) => {
    await held.promise
    await route.continue()
  })
  const reaction = (name: RegExp) => page.getByRole('main').getByRole('button', { name })
  await reaction(/^Like/).click()
  await page.locator('main button[aria-disabled=true], main button:disabled').nth(1).waitFor()
  await expect(reaction(/^Dislike/)).toBeDisabled()
  held.resolve()
  await page.getByRole('button', { name: 'Like 1', exact: true }).waitFor()
  await expect(reaction(/^Dislike/)).toBeEnabled()
})
