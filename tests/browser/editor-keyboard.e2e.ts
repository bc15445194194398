import { expect, test } from 'playwright/test'
import { type EditorPage, openEditor } from './support/editor-page.ts'
import { setUpSite } from './support/set-up-site.ts'
import { visit } from './support/until-ready.ts'

let editor: EditorPage
const site = setUpSite()
test.beforeAll(async () => {
  editor = await openEditor(site)
})
test.beforeEach(() => editor.startAnew())

const type = (words: string) => editor.page.keyboard.type(words)
const press = (keys: string) => editor.page.keyboard.press(keys)
const focused = () =>
  editor.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

/** Presses the right arrow until a control with this label has the focus. */
const moveTo = (label: string) =>
  expect
    .poll(
      async () => {
        const now = await focused()
        if (!now.startsWith(label)) await press('ArrowRight')
        return now
      },
      { intervals: [0] },
    )
    .toMatch(new RegExp(`^${label}`))

/** Dispatches a paste event with these formats and a file of so many bytes. */
const paste = (data: Record<string, string>, file?: { bytes: number; type: string }) =>
  editor.text.evaluate(
    (text, [kinds, added]) => {
      const clipboardData = new DataTransfer()
      for (const [kind, value] of Object.entries(kinds)) clipboardData.setData(kind, value)
      if (added) {
        const { bytes, type } = added
        clipboardData.items.add(new File([new Uint8Array(bytes)], 'a', { type }))
      }
      text.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    },
    [data, file] as const,
  )
const pasteFile = (bytes: number, type: string) => paste({}, { bytes, type })

test.describe('without a mouse', () => {
  test('the toolbar is one tab stop with arrow keys, Home, End and Escape', async () => {
    await type('a')
    await press('Alt+F10')
    await expect.poll(() => focused()).toBe('Undo')
    await press('End')
    await expect.poll(() => focused()).toBe('Help')
    await press('ArrowRight')
    await expect.poll(() => focused()).toBe('Undo')
    await moveTo('Bold')
    await press('Enter')
    await press('Escape')
    await type('b')
    await editor.hasHtml('<p>a<strong>b</strong></p>')
    await press('Alt+F10')
    await expect.poll(() => focused()).toBe('Bold')
  })

  test('a menu opens, moves by arrow keys and returns the focus', async () => {
    await type('a')
    await press('Alt+F10')
    await moveTo('Paragraph style')
    await press('ArrowDown')
    await editor.page.getByRole('menuitemradio', { name: 'Heading 2' }).waitFor()
    await press('ArrowDown')
    await press('ArrowDown')
    await press('Enter')
    await editor.hasHtml('<h2>a</h2>')
    await type('b')
    await editor.hasHtml('<h2>ab</h2>')
  })

  test('Tab indents code; Escape then Tab leaves the editor', async () => {
    await editor.choose('Paragraph style', 'Code block')
    await press('Tab')
    await type('x')
    await editor.hasHtml('<pre><code>\tx</code></pre>')
    await press('Shift+Tab')
    await editor.hasHtml('<pre><code>x</code></pre>')
    await press('Escape')
    await press('Tab')
    await expect
      .poll(() => editor.text.evaluate((text) => text.contains(document.activeElement)))
      .toBe(false)
  })

  test('shortcuts', async () => {
    await type('a')
    await editor.selectAll()
    for (const keys of ['b', 'i', 'u', '.']) await press(`ControlOrMeta+${keys}`)
    await editor.hasHtml('<p><strong><em><u><sup>a</sup></u></em></strong></p>')
    await press('ControlOrMeta+\\')
    await editor.hasHtml('<p>a</p>')
  })
})

test.describe('pasting', () => {
  test('removes styles and scripts from foreign HTML', async () => {
    await paste({
      'text/html':
        '<h2 style="color: red" onclick="x()">Title</h2><p><b>bold</b> <span style="font-size: 30px; background: url(x)">plain</span><script>x()</script></p>',
      'text/plain': 'Title bold plain',
    })
    await editor.hasHtml('<h2>Title</h2><p><strong>bold</strong> plain</p>')
  })

  test('turns lines of plain text into paragraphs', async () => {
    await paste({ 'text/plain': 'one\r\ntwo <b>\r\n\r\nthree' })
    await editor.hasHtml('<p>one</p><p>two &lt;b&gt;</p><p></p><p>three</p>')
  })

  test('accepts a small picture, rejects a large one and other files', async () => {
    await pasteFile(300, 'image/png')
    const inline = `<img src="data:image/png;base64,${'A'.repeat(400)}" alt=""><p></p>`
    await editor.hasHtml(inline)
    await pasteFile(40_000, 'image/png')
    await editor.page.getByText('The picture is too large for the text.').waitFor()
    await pasteFile(100, 'application/pdf')
    await editor.page.getByText('Only pictures can be pasted or dropped here.').waitFor()
    await editor.hasHtml(inline)
  })

  test('a picture is inserted from its file when its HTML names a file of another program', async () => {
    const html = '<p><img src="file:///C:/Temp/clip.png" alt="a"></p>'
    await paste({ 'text/html': html, 'text/plain': '\r\n' }, { bytes: 300, type: 'image/png' })
    await editor.hasHtml(`<img src="data:image/png;base64,${'A'.repeat(400)}" alt=""><p></p>`)
  })

  test('keeps the formatting of text copied from the editor', async () => {
    await type('red')
    await editor.selectAll()
    await editor.choose('Color', 'Text color: Red')
    const html = '<p><span data-style-type="textColor" data-value="red">red</span></p>'
    await editor.hasHtml(html)
    await paste({ 'text/html': html })
    await type('!')
    await editor.hasHtml(html.replace('red</', 'red!</'))
  })
})

test.describe('length', () => {
  test('is shown from 80 % of the limit on, with an error above it', async () => {
    const { page } = editor
    await paste({ 'text/plain': 'x'.repeat(27_000) })
    await page.getByText('27,007 of 32,767 characters').waitFor()
    await editor.text.press('ControlOrMeta+End')
    await paste({ 'text/plain': 'y'.repeat(6_000) })
    await page.getByText('Too long: 33,007 of 32,767 characters.').waitFor()
    await press('ControlOrMeta+z')
    await page.getByText('27,007 of 32,767 characters').waitFor()
  })
})

test.describe('on a phone', () => {
  test('shows the toolbar in one scrolling line with large targets', async () => {
    const { page } = await openEditor(site, { viewport: { width: 375, height: 700 } })
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(widths[0]).toBe(375)
    const boxes = await page
      .getByRole('toolbar')
      .getByRole('button')
      .evaluateAll((tools) => tools.map((tool) => tool.getBoundingClientRect().toJSON()))
    expect(boxes.length).toBeGreaterThan(20)
    expect(boxes.every(({ width, height }) => width >= 40 && height >= 40)).toBe(true)
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
  })
})

test.describe('a failed load', () => {
  test('after a newer deployment reloads the page', async () => {
    const { page, pageErrors } = await site.open({ path: '/terms', user: 'Reloader' })
    let pages = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) pages++
    })
    await page.route('**/editor-view-*.js', (route) =>
      pages < 2 ? route.fulfill({ status: 404 }) : route.continue(),
    )
    await visit(page, `${site.url}/boards/frees/write`)
    await page.locator('[role=textbox][aria-multiline=true]').waitFor()
    expect(pages).toBe(2)
    expect(pageErrors.splice(0).every((line) => line.includes('404'))).toBe(true)
  })

  test('shows a message and can be retried', async () => {
    const { page, pageErrors } = await site.open({ path: '/terms', user: 'Loader' })
    await page.route('**/editor-view-*.js', (route) => route.abort())
    await visit(page, `${site.url}/boards/frees/write`)
    await page.getByText('The editor could not be loaded.').waitFor()
    await page.unroute('**/editor-view-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('[role=textbox][aria-multiline=true]').waitFor()
    // The browser logs the aborted request.
    expect(pageErrors.splice(0).every((line) => line.includes('ERR_FAILED'))).toBe(true)
  })
})
