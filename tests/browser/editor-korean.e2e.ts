import type { CDPSession } from 'playwright'
import { expect, test } from 'playwright/test'
import { draftOf, type EditorPage, openEditor } from './support/editor-page.ts'
import { setUpSite } from './support/set-up-site.ts'

let editor: EditorPage
let browser: CDPSession
const site = setUpSite()
test.beforeAll(async () => {
  editor = await openEditor(site, { locale: 'ko-KR' })
  browser = await editor.browser()
})
test.beforeEach(() => editor.startAnew())

/** Composition steps of an input method, and the text they end with. */
async function compose(steps: string[]): Promise<void> {
  for (const text of steps) {
    const { length } = text
    await browser.send('Input.imeSetComposition', {
      text,
      selectionStart: length,
      selectionEnd: length,
    })
  }
}

const commit = (text: string) => browser.send('Input.insertText', { text })

/** 한국어, syllable by syllable; the last one is still being composed. */
async function typeKorean(): Promise<void> {
  await compose(['ㅎ', '하', '한'])
  await commit('한')
  await compose(['ㄱ', '구', '국'])
  await commit('국')
  await compose(['ㅇ', '어'])
}

test.describe('Korean', () => {
  test('loses no syllable while composing', async () => {
    await typeKorean()
    await editor.hasHtml('<p>한국어</p>')
    await commit('어')
    await editor.hasHtml('<p>한국어</p>')
    await expect(editor.text).toHaveText('한국어')
  })

  test('keeps a syllable when the focus leaves in the middle of it', async () => {
    await typeKorean()
    // No wait: a click on Save must find the text at once.
    await editor.text.evaluate((text) => text.blur())
    const draft = await draftOf(editor.page, 'post_draft_board')
    expect(draft?.content).toBe('<p>한국어</p>')
  })

  test('applies a style between two words', async () => {
    await typeKorean()
    await commit('어')
    await editor.tool('굵게').click()
    await compose(['ㄱ', '그', '글'])
    await commit('글')
    await editor.hasHtml('<p>한국어<strong>글</strong></p>')
  })

  test('works in a list, a heading and a table', async () => {
    await editor.tool('글머리 기호 목록').click()
    await typeKorean()
    await commit('어')
    await editor.page.keyboard.press('Enter')
    await compose(['ㄴ', '나'])
    await commit('나')
    await editor.hasHtml('<ul><li><p>한국어</p></li><li><p>나</p></li></ul>')
    await editor.choose('문단 모양', '제목 2')
    await compose(['ㄷ', '다'])
    await commit('다')
    await editor.hasHtml('<ul><li><p>한국어</p></li></ul><h2>나다</h2>')
    await editor.tool('표').click()
    await editor.page.keyboard.press('Enter')
    await typeKorean()
    await commit('어')
    await editor.hasHtml(
      '<ul><li><p>한국어</p></li></ul><h2>나다</h2><table><tr><td><p>한국어</p></td></tr></table><p></p>',
    )
  })

  test('works in the link dialog', async () => {
    await editor.tool('링크').click()
    await editor.page.getByLabel('표시할 글자').focus()
    await typeKorean()
    await commit('어')
    await editor.page.getByLabel('주소').fill('example.com')
    await editor.page.getByRole('button', { name: '삽입' }).click()
    await editor.hasHtml('<p><a href="http://example.com">한국어</a></p>')
  })

  test('Escape while composing does not leave full screen', async () => {
    await editor.tool('전체 화면').click()
    await editor.text.focus()
    await typeKorean()
    await browser.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'Process',
      code: 'Escape',
      windowsVirtualKeyCode: 229,
    })
    await commit('어')
    await editor.hasHtml('<p>한국어</p>')
    await editor.page.locator('[inert] header, header[inert]').waitFor({ state: 'attached' })
  })
})
