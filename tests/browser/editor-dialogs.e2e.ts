import { expect, test } from 'playwright/test'
import { type EditorPage, openEditor } from './support/editor-page.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'

let editor: EditorPage
const site = setUpSite()
test.beforeAll(async () => {
  editor = await openEditor(site)
  // Pictures and videos of other hosts: no request leaves the machine.
  await editor.page.route(/^https:\/\/(?!127)/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '' }),
  )
})
test.beforeEach(() => editor.startAnew())

const type = (words: string) => editor.page.keyboard.type(words)
const press = (keys: string) => editor.page.keyboard.press(keys)
const field = (name: string) => editor.page.getByRole('dialog').getByLabel(name, { exact: true })
const button = (name: string) => editor.page.getByRole('dialog').getByRole('button', { name })

test.describe('links', () => {
  test('require a text and an address, and Enter inserts them', async () => {
    await editor.tool('Link').click()
    await expect(button('Insert')).toBeDisabled()
    await field('Text').fill('a site')
    await expect(button('Insert')).toBeDisabled()
    await field('Address').fill('example.com')
    await expect(button('Insert')).toBeEnabled()
    await press('Enter')
    await editor.hasHtml('<p><a href="http://example.com">a site</a></p>')
    await type('!')
    await editor.hasHtml('<p><a href="http://example.com">a site</a>!</p>')
  })

  const addresses: [typed: string, href: string][] = [
    ['mina@example.com', 'mailto:mina@example.com'],
    ['+82 10-1234-5678', 'tel:+821012345678'],
    ['https://example.com/a', 'https://example.com/a'],
    ['/vote', '/vote'],
    ['#top', '#top'],
  ]
  for (const [typed, href] of addresses) {
    test(
      `${typed} becomes ${href}`,
      fullIf(href.startsWith('/') || href.startsWith('#')),
      async () => {
        await type('words')
        await editor.selectAll()
        await editor.tool('Link').click()
        // The selection becomes the link's text.
        await expect(field('Text')).toHaveValue('words')
        await field('Address').fill(typed)
        await button('Insert').click()
        await editor.hasHtml(`<p><a href="${href}">words</a></p>`)
      },
    )
  }

  test('reject an address that could run a script', async () => {
    await editor.tool('Link').click()
    await field('Text').fill('x')
    await field('Address').fill('javascript:alert(1)')
    await button('Insert').click()
    await editor.page.getByText('This kind of address cannot be linked.').waitFor()
    await button('Cancel').click()
    await type('a')
    await editor.hasHtml('<p>a</p>')
  })

  test('can be changed and removed', async () => {
    await type('words')
    await editor.selectAll()
    await press('ControlOrMeta+k')
    await expect(field('Text')).toHaveValue('words')
    await field('Address').fill('https://a.example')
    await press('Enter')
    await editor.hasHtml('<p><a href="https://a.example">words</a></p>')
    await editor.text.focus()
    await press('Home')
    await press('ArrowRight')
    await expect(editor.tool('Link')).toHaveAttribute('aria-pressed', 'true')
    await editor.tool('Link').click()
    await expect(field('Address')).toHaveValue('https://a.example')
    await field('Address').fill('https://b.example')
    await button('Save').click()
    await editor.hasHtml('<p><a href="https://b.example">words</a></p>')
    await editor.tool('Link').click()
    await button('Remove link').click()
    await editor.hasHtml('<p>words</p>')
  })
})

test.describe('pictures', () => {
  test('require an address; the description is optional', async () => {
    await editor.tool('Picture').click()
    await expect(button('Insert')).toBeDisabled()
    await field('Address of the picture').fill('http://a.example/b.png')
    await button('Insert').click()
    await editor.page.getByText('Pictures need an address that begins with https://.').waitFor()
    await field('Address of the picture').fill('https://a.example/b.png')
    await field('Description (optional)').fill('a chart')
    await button('Insert').click()
    await editor.hasHtml('<img src="https://a.example/b.png" alt="a chart"><p></p>')
    await type('below')
    await editor.hasHtml('<img src="https://a.example/b.png" alt="a chart"><p>below</p>')
  })
})

test.describe('videos', () => {
  test('from a known host are embedded at 640 × 360', async () => {
    await editor.tool('Video').click()
    await expect(button('Insert')).toBeDisabled()
    await field('Address of the video').fill('https://youtu.be/dQw4w9WgXcQ')
    await press('Enter')
    await editor.hasHtml(
      '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" width="640" height="360"></iframe><p></p>',
    )
  })

  test('from another host are rejected with a message', async () => {
    await editor.tool('Video').click()
    await field('Address of the video').fill('https://example.com/watch?v=1')
    await button('Insert').click()
    await editor.page
      .getByText('This is not an address of a known video host or of a video file.')
      .waitFor()
    await button('Cancel').click()
    await type('a')
    await editor.hasHtml('<p>a</p>')
  })
})

test.describe('tables', () => {
  const row = (cells: number) => `<tr>${'<td><p></p></td>'.repeat(cells)}</tr>`

  test('are inserted with the pointer: 3 × 4', async () => {
    await editor.tool('Table').click()
    await editor.page.getByRole('button', { name: '3 × 4', exact: true }).hover()
    await editor.page.getByText('3 × 4', { exact: true }).waitFor()
    await editor.page.getByRole('button', { name: '3 × 4', exact: true }).click()
    await editor.hasHtml(`<table>${row(4).repeat(3)}</table><p></p>`)
    await type('first')
    await press('Tab')
    await type('second')
    await editor.hasHtml(
      `<table>${row(4).replace('<td><p></p></td><td><p></p></td>', '<td><p>first</p></td><td><p>second</p></td>')}${row(4).repeat(2)}</table><p></p>`,
    )
  })

  test('are inserted by keyboard: 2 × 3, with an added row and a header row', async () => {
    await editor.tool('Table').click()
    await press('ArrowDown')
    await press('ArrowRight')
    await press('ArrowRight')
    await press('Enter')
    await editor.hasHtml(`<table>${row(3).repeat(2)}</table><p></p>`)
    await editor.tool('Rows and columns').click()
    await editor.page.getByRole('menuitem', { name: 'Row below' }).click()
    await editor.hasHtml(`<table>${row(3).repeat(3)}</table><p></p>`)
    await editor.tool('Rows and columns').click()
    await editor.page.getByRole('menuitem', { name: 'Header row' }).click()
    await editor.hasHtml(
      `<table>${row(3).replaceAll('td>', 'th>')}${row(3).repeat(2)}</table><p></p>`,
    )
    await editor.tool('Rows and columns').click()
    await editor.page.getByRole('menuitem', { name: 'Delete table' }).click()
    await editor.hasHtml('')
  })
})
