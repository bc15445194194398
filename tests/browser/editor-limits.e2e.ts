import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { type EditorPage, openEditor } from './support/editor-page.ts'
import { setUpSite } from './support/set-up-site.ts'

let editor: EditorPage
const site = setUpSite({ expectedErrors: /413/ })
test.beforeAll(async () => {
  editor = await openEditor(site)
})
test.describe('undo', () => {
  /** Dispatches a key to the text in one step: presses of the browser take seconds. */
  const repeat = (key: 'z' | 'Z', times: number) =>
    editor.text.evaluate(
      (text, [name, count]) => {
        const keys = { key: name, keyCode: 90, ctrlKey: true, shiftKey: name === 'Z' }
        const event = { ...keys, bubbles: true, cancelable: true }
        for (let i = 0; i < count; i++) text.dispatchEvent(new KeyboardEvent('keydown', event))
      },
      [key, times] as const,
    )

  test('undoes at least 200 steps, and redo repeats them', async () => {
    await editor.startAnew()
    const STEPS = 230
    await editor.text.evaluate((text, steps) => {
      for (let step = 0; step < steps; step++) {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', `${step} `)
        text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }))
      }
    }, STEPS)
    const words = async () => ((await editor.text.textContent()) ?? '').trim().split(/\s+/)
    await expect.poll(() => words()).toHaveLength(STEPS)
    await editor.page.keyboard.press('ControlOrMeta+z')
    await repeat('z', 199)
    await expect.poll(async () => (await words()).at(-1)).toBe(String(STEPS - 200 - 1))
    await expect.poll(() => words()).toHaveLength(STEPS - 200)
    await editor.page.keyboard.press('ControlOrMeta+Shift+z')
    await repeat('Z', 199)
    await expect.poll(() => words()).toHaveLength(STEPS)
  })
})

test.describe('dropping', () => {
  /** Drops at the middle of the first line, as from another window. */
  const drop = (data: Record<string, string>, file?: { bytes: number; type: string }) =>
    editor.text.evaluate(
      (text, [kinds, picture]) => {
        const dataTransfer = new DataTransfer()
        for (const [kind, value] of Object.entries(kinds)) dataTransfer.setData(kind, value)
        if (picture) {
          const content = new Uint8Array(picture.bytes)
          dataTransfer.items.add(new File([content], 'a', { type: picture.type }))
        }
        const line = document.createRange()
        line.selectNodeContents(text.querySelector('p') ?? text)
        const { right, top, height } = line.getBoundingClientRect()
        const at = { clientX: right, clientY: top + height / 2 }
        const event = { dataTransfer, bubbles: true, cancelable: true, ...at }
        text.dispatchEvent(new DragEvent('drop', event))
      },
      [data, file] as const,
    )

  test('inserts text at the drop position', async () => {
    await editor.startAnew()
    await editor.page.keyboard.type('one')
    await editor.page.keyboard.press('Enter')
    await editor.page.keyboard.type('two')
    await drop({ 'text/plain': ' dropped' })
    await editor.hasHtml('<p>one dropped</p><p>two</p>')
  })

  test('sanitizes HTML', async () => {
    await editor.startAnew()
    await editor.page.keyboard.type('one')
    await drop({ 'text/html': '<b onclick="x()">bold</b><script>x()</script>' })
    await editor.hasHtml('<p>one<strong>bold</strong></p>')
  })

  test('accepts a small picture only', async () => {
    await editor.startAnew()
    await editor.page.keyboard.type('one')
    await drop({}, { bytes: 300, type: 'image/png' })
    await editor.hasHtml(
      `<p>one</p><img src="data:image/png;base64,${'A'.repeat(400)}" alt=""><p></p>`,
    )
    await drop({}, { bytes: 60_000, type: 'image/png' })
    await editor.page.getByText('The picture is too large for the text.').waitFor()
  })
})

/** A text that fits the request limit but whose links exceed the stored limit. */
const LINKS = '<p><a href="/vote">x</a></p>'.repeat(600)

/** Replaces the whole text by HTML in the code view. */
async function writeCode(page: Page, html: string): Promise<void> {
  const view = page.getByRole('toolbar').getByRole('button', { name: 'Code view' })
  const more = page.getByRole('toolbar').getByRole('button', { name: 'More tools' })
  // The editor of votes shows eight tools at first.
  if ((await view.count()) === 0 && (await more.count()) > 0) await more.click()
  await view.click()
  await page.getByRole('textbox', { name: 'HTML of the text' }).fill(html)
  await view.click()
}

test.describe('a text that is too long', () => {
  test('for a post shows the stored length, is rejected and stays', async () => {
    const { page } = await openEditor(site)
    await writeCode(page, LINKS)
    await page.getByText(/^Too long: [\d,]+ of 32,767 characters\./).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').getByText('The text is too long: at most 32,767').waitFor()
    await expect(page.locator('main [contenteditable=true] a')).toHaveCount(600)
    await writeCode(page, '<p>Short</p>')
    await page.getByText(/^Too long/).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('link', { name: 'Short', exact: true }).waitFor()
  })

  test('for a vote is rejected and stays', { tag: '@full' }, async () => {
    const { page } = await openEditor(site, { path: '/vote/write' })
    await page.getByRole('radio', { name: 'Up', exact: true }).check()
    await writeCode(page, LINKS)
    await page.getByText(/^Too long: [\d,]+ of 32,767 characters\./).waitFor()
    const vote = page.getByRole('main').getByRole('button', { name: /^(Make a call|Call it)$/ })
    await vote.click()
    await page.getByRole('alert').getByText('The text is too long: at most 32,767').waitFor()
    await expect(page.locator('main [contenteditable=true] a')).toHaveCount(600)
    await expect(page.getByRole('radio', { name: 'Up', exact: true })).toBeChecked()
    await writeCode(page, '<p>Short</p>')
    await vote.click()
    await page.waitForURL('**/vote')
    await page.getByRole('link', { name: 'Short', exact: true }).waitFor()
  })
})
