import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { draftOf, editorOn } from './support/editor-page.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import { reload, visit } from './support/until-ready.ts'

const site = setUpSite()

const KEYS = {
  '/vote/write': 'post_draft_vote',
  '/boards/frees/write': 'post_draft_board',
} as const

async function visitor(name: string, locale = 'en-US'): Promise<Page> {
  const { page } = await site.open({ path: '/icon.svg', locale, user: name })
  return page
}

const keep = (page: Page, key: string, draft: unknown) =>
  page.evaluate(
    ([name, draft]) => localStorage.setItem(name ?? '', draft ?? ''),
    [key, typeof draft === 'string' ? draft : JSON.stringify(draft)],
  )

test.describe('a draft', () => {
  for (const [path, key] of Object.entries(KEYS)) {
    const title = `of ${path} is saved at each change and offered at the next visit`
    test(title, fullIf(path === '/vote/write'), async () => {
      const page = await visitor('Mina')
      await visit(page, site.url + path)
      const editor = editorOn(page, path)
      await editor.text.click()
      await page.keyboard.type('my thoughts')
      await editor.hasHtml('<p>my thoughts</p>')
      const draft = await draftOf(page, key)
      expect(typeof draft?.userId).toBe('number')
      await reload(page)
      const dialog = page.getByRole('dialog', {
        name: /There is a draft from .*(UTC.*). Restore it\?/,
      })
      await dialog.getByRole('button', { name: 'Restore' }).click()
      await editor.text.getByText('my thoughts').waitFor()
      await reload(page)
      await dialog.getByRole('button', { name: 'Discard' }).click()
      await editor.text.waitFor()
      await expect(editor.text).toHaveText('')
      await expect.poll(() => draftOf(page, key)).toBeNull()
    })
  }

  test('is offered in Korean', { tag: '@full' }, async () => {
    const page = await visitor('지민', 'ko-KR')
    const path = '/boards/frees/write'
    await visit(page, site.url + path)
    const editor = editorOn(page, path)
    await editor.text.click()
    await page.keyboard.type('초안')
    await editor.hasHtml('<p>초안</p>')
    await reload(page)
    await page.getByText('저장된 초안이 있습니다. 복원하시겠습니까?').waitFor()
    await page.getByRole('button', { name: '복원' }).click()
    await editor.text.getByText('초안').waitFor()
  })

  const savedAt = '2026-11-20T01:02:03.000Z'
  const discarded: [name: string, draft: unknown][] = [
    ['of somebody else', { userId: 999_999, content: '<p>not mine</p>', savedAt }],
    ['of a guest', { userId: 'guest', content: '<p>nobody</p>', savedAt }],
    ['that is no draft', 'gibberish {'],
    ['of another shape', { text: 'old' }],
  ]
  for (const [name, draft] of discarded) {
    test(`${name} is discarded silently`, fullIf(name !== 'of somebody else'), async () => {
      const page = await visitor('Jun')
      await keep(page, 'post_draft_vote', draft)
      await visit(page, `${site.url}/vote/write`)
      const editor = editorOn(page, '/vote/write')
      await editor.text.waitFor()
      await expect(editor.text).toHaveText('')
      await expect.poll(() => draftOf(page, 'post_draft_vote')).toBeNull()
    })
  }

  test('of empty lines is discarded, and a stored one is sanitized before it opens', async () => {
    const page = await visitor('Sora')
    const path = '/boards/frees/write'
    await visit(page, site.url + path)
    const editor = editorOn(page, path)
    await editor.text.click()
    await page.keyboard.type('x')
    await editor.hasHtml('<p>x</p>')
    const mine = await draftOf(page, 'post_draft_board')
    await keep(page, 'post_draft_board', { ...mine, content: '<p>\ufffc</p><p>&nbsp; </p>' })
    await reload(page)
    await editor.text.waitFor()
    await expect.poll(() => draftOf(page, 'post_draft_board')).toBeNull()
    const content = '<p>safe</p><script>window.hurt = 1</script><p><img src="x:y">too</p>'
    await keep(page, 'post_draft_board', { ...mine, content })
    await reload(page)
    await page.getByRole('button', { name: 'Restore' }).click()
    await editor.text.getByText('too').waitFor()
    await expect.poll(() => page.evaluate(() => 'hurt' in window)).toBe(false)
  })

  test('shows one warning when the browser cannot store it', async () => {
    const page = await visitor('Ara')
    await page.addInitScript(() => {
      const write = Storage.prototype.setItem
      Storage.prototype.setItem = function (key, value) {
        if (key.startsWith('post_draft')) throw new DOMException('full', 'QuotaExceededError')
        write.call(this, key, value)
      }
    })
    await visit(page, `${site.url}/boards/frees/write`)
    const editor = editorOn(page, '/boards/frees/write')
    await editor.text.click()
    await page.keyboard.type('still here')
    const notice = page.getByText('This browser does not keep drafts.')
    await notice.waitFor()
    await expect(notice).toHaveCount(1)
    await expect(editor.text).toHaveText('still here')
  })
})
