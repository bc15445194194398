import { expect, test } from 'playwright/test'
import { type EditorPage, openEditor } from './support/editor-page.ts'
import { setUpSite } from './support/set-up-site.ts'

let editor: EditorPage
const site = setUpSite()
test.beforeAll(async () => {
  editor = await openEditor(site)
})
test.beforeEach(() => editor.startAnew())

const type = (words: string) => editor.page.keyboard.type(words)
const press = (keys: string) => editor.page.keyboard.press(keys)

test.describe('styles', () => {
  const styles: [tool: string, html: string][] = [
    ['Bold', '<p><strong>words</strong></p>'],
    ['Italic', '<p><em>words</em></p>'],
    ['Underline', '<p><u>words</u></p>'],
    ['Strikethrough', '<p><s>words</s></p>'],
    ['Superscript', '<p><sup>words</sup></p>'],
    ['Subscript', '<p><sub>words</sub></p>'],
  ]
  test('each on and off', async () => {
    await type('words')
    await editor.selectAll()
    for (const [tool, html] of styles) {
      await editor.tool(tool).click()
      await editor.hasHtml(html)
      await expect(editor.tool(tool)).toHaveAttribute('aria-pressed', 'true')
      await editor.tool(tool).click()
      await editor.hasHtml('<p>words</p>')
      await expect(editor.tool(tool)).toHaveAttribute('aria-pressed', 'false')
    }
  })

  test('superscript takes the place of subscript', async () => {
    await type('words')
    await editor.selectAll()
    await editor.tool('Subscript').click()
    await editor.tool('Superscript').click()
    await editor.hasHtml('<p><sup>words</sup></p>')
  })

  test('applies colors, a size and a line height, and clears them all', async () => {
    await type('words')
    await editor.selectAll()
    await editor.choose('Color', 'Text color: Red')
    await editor.hasHtml('<p><span data-style-type="textColor" data-value="red">words</span></p>')
    await editor.choose('Color', 'Background color: Yellow')
    await editor.choose('Font size', '24')
    await editor.hasHtml(
      '<p><span data-style-type="textColor" data-value="red"><span data-style-type="backgroundColor" data-value="yellow"><span data-style-type="fontSize" data-value="24" style="font-size: 24px;">words</span></span></span></p>',
    )
    await editor.choose('Line height', '2.0')
    await editor.choose('Alignment', 'Center')
    await expect(editor.tool('Font size')).toHaveAttribute('aria-label', 'Font size: 24')
    await editor.tool('Clear formatting').click()
    await editor.hasHtml('<p>words</p>')
  })

  test('removes a color', async () => {
    await type('words')
    await editor.selectAll()
    await editor.choose('Color', 'Text color: Blue')
    await editor.choose('Color', 'Text color: None')
    await editor.hasHtml('<p>words</p>')
  })

  test('a style chosen before typing', async () => {
    await type('a')
    await editor.tool('Bold').click()
    await type('b')
    await editor.hasHtml('<p>a<strong>b</strong></p>')
  })
})

test.describe('paragraphs', () => {
  const kinds: [choice: string, html: string][] = [
    ['Heading 1', '<h1>words</h1>'],
    ['Heading 2', '<h2>words</h2>'],
    ['Heading 3', '<h3>words</h3>'],
    ['Quote', '<blockquote>words</blockquote>'],
    ['Code block', '<pre><code>words</code></pre>'],
  ]
  test('of each kind, and back', async () => {
    await type('words')
    for (const [choice, html] of kinds) {
      await editor.choose('Paragraph style', choice)
      await editor.hasHtml(html)
      await editor.choose('Paragraph style', 'Paragraph')
      await editor.hasHtml('<p>words</p>')
    }
  })

  test('with each alignment, and back', async () => {
    await type('words')
    for (const [choice, value] of [
      ['Center', 'center'],
      ['Right', 'right'],
      ['Justify', 'justify'],
    ] as const) {
      await editor.choose('Alignment', choice)
      await editor.hasHtml(
        `<p data-text-alignment="${value}" style="text-align: ${value};">words</p>`,
      )
      await editor.choose('Alignment', 'Left')
      await editor.hasHtml('<p>words</p>')
    }
  })

  test('line height', async () => {
    await type('words')
    await editor.choose('Line height', '3.0')
    await editor.hasHtml('<p style="line-height: 3;">words</p>')
    await editor.choose('Line height', 'Default')
    await editor.hasHtml('<p>words</p>')
  })
})

test.describe('lists', () => {
  test('bullets and numbers, on and off', async () => {
    await type('words')
    await editor.tool('Bullet list').click()
    await editor.hasHtml('<ul><li><p>words</p></li></ul>')
    await editor.tool('Numbered list').click()
    await editor.hasHtml('<ol><li><p>words</p></li></ol>')
    await editor.tool('Numbered list').click()
    await editor.hasHtml('<p>words</p>')
  })

  test('indent and outdent, by the tools and by Tab', async () => {
    const nested = '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>'
    const flat = '<ul><li><p>a</p></li><li><p>b</p></li></ul>'
    await type('- a')
    await press('Enter')
    await type('b')
    await editor.tool('Indent').click()
    await editor.hasHtml(nested)
    await editor.tool('Outdent').click()
    await editor.hasHtml(flat)
    await editor.text.focus()
    await press('Tab')
    await editor.hasHtml(nested)
    await press('Shift+Tab')
    await editor.hasHtml(flat)
  })
})

test.describe('history', () => {
  test('undo and redo, by the tools and by keys', async () => {
    await expect(editor.tool('Undo')).toHaveAttribute('aria-disabled', 'true')
    await type('words')
    await editor.hasHtml('<p>words</p>')
    await editor.tool('Undo').click()
    await editor.hasHtml('')
    await expect(editor.tool('Undo')).toHaveAttribute('aria-disabled', 'true')
    await editor.tool('Redo').click()
    await editor.hasHtml('<p>words</p>')
    await editor.text.focus()
    await press('ControlOrMeta+z')
    await editor.hasHtml('')
  })
})

test.describe('the window', () => {
  test('full screen fills it, shuts the page out, and Escape leaves', async () => {
    const { page } = editor
    await type('words')
    await editor.tool('Full screen').click()
    const { width = 0, height = 0 } = page.viewportSize() ?? {}
    const box = () => editor.toolbar.evaluate((bar) => bar.parentElement?.getBoundingClientRect())
    await expect.poll(box).toMatchObject({ x: 0, y: 0, width, height })
    await expect(page.locator('[inert] header, header[inert]')).toHaveCount(1)
    await editor.text.focus()
    await press('Escape')
    await page.waitForSelector('header:not([inert])')
    await type('!')
    await editor.hasHtml('<p>words!</p>')
  })

  test('code view shows the HTML, and sanitizes it on return', async () => {
    const { page } = editor
    await type('words')
    await editor.tool('Code view').click()
    const code = page.getByRole('textbox', { name: 'HTML of the text' })
    await expect(code).toHaveValue('<p>words</p>')
    await expect.poll(() => code.evaluate((area) => getComputedStyle(area).tabSize)).toBe('2')
    await code.fill('<h2>Title</h2>\n<p onclick="x()">safe<script>alert(1)</script></p>')
    await editor.hasHtml('<h2>Title</h2><p>safe</p>')
    await editor.tool('Code view').click()
    await editor.text.getByRole('heading', { name: 'Title' }).waitFor()
    await press('ControlOrMeta+z')
    await editor.hasHtml('<p>words</p>')
  })

  test('help lists the keys', async () => {
    await editor.tool('Help').click()
    const help = editor.page.getByRole('dialog', { name: 'Keyboard' })
    await help.getByText('Escape, then Tab: leave the text').waitFor()
    await help.getByRole('button', { name: 'Close' }).click()
    await type('back')
    await editor.hasHtml('<p>back</p>')
  })
})
