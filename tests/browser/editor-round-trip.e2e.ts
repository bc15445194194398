import fc from 'fast-check'
import { expect, test } from 'playwright/test'
import { sanitize } from '#api/modules/content/sanitize.ts'
import { type EditorEngine, type EngineBlocks, openEngine } from './support/editor-engine.ts'
import { TEXTS } from './support/editor-texts.fixture.ts'

let engine: EditorEngine
test.beforeAll(async ({ browser }) => {
  engine = await openEngine(browser)
})
test.afterAll(() => engine.close())

/** The editor's export, its stored form, and the export after reading that back. */
async function roundTrip(texts: EngineBlocks[]) {
  const before = await engine.write(texts)
  const stored = before.map((html) => sanitize(html).content)
  const after = await engine.read(stored)
  return { before, stored, after }
}

test.describe('a text that is saved and opened again is the same', () => {
  for (const [name, blocks] of Object.entries(TEXTS)) {
    test(name, async () => {
      const { before, after, stored } = await roundTrip([blocks])
      expect(before[0]).not.toBe('')
      expect(after).toEqual(before)
      // The server stores it unchanged.
      expect(sanitize(stored[0] ?? '').content).toBe(stored[0] ?? '')
    })
  }

  test('for any content', async () => {
    const word = fc.stringMatching(/^[a-zA-Z가-힣<>&"' \u00a0\n]{1,12}$/)
    const styles = fc.record(
      {
        bold: fc.constant(true as const),
        italic: fc.constant(true as const),
        underline: fc.constant(true as const),
        strike: fc.constant(true as const),
        superscript: fc.constant(true as const),
        textColor: fc.constantFrom('red', 'blue', 'rgb(9, 9, 9)'),
        backgroundColor: fc.constantFrom('green', 'pink'),
        fontSize: fc.constantFrom('8', '14', '36'),
      },
      { requiredKeys: [] },
    )
    const piece = fc.record({ type: fc.constant('text' as const), text: word, styles })
    const content = fc.array(piece, { maxLength: 4 })
    const looks = fc.record({
      textAlignment: fc.constantFrom('left' as const, 'center' as const, 'justify' as const),
      lineHeight: fc.constantFrom('default', '1', '1.5', '3'),
    })
    const plain = fc.record({
      type: fc.constantFrom('paragraph' as const, 'quote' as const, 'heading' as const),
      props: looks,
      content,
    })
    const item = (depth: number): fc.Arbitrary<EngineBlocks[number]> =>
      fc.record({
        type: fc.constantFrom('bulletListItem' as const, 'numberedListItem' as const),
        props: looks,
        content,
        children: depth === 0 ? fc.constant([]) : fc.array(item(depth - 1), { maxLength: 2 }),
      })
    const other = fc.constantFrom(...Object.values(TEXTS).flat())
    const text = fc.array(fc.oneof(plain, item(2), other), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 4, maxLength: 4 }), async (texts) => {
        const { before, stored, after } = await roundTrip(texts)
        expect(after).toEqual(before)
        expect(stored.map((html) => sanitize(html).content)).toEqual(stored)
        // The server adds attributes to links and media, and bodies to tables.
        const isPlain = (html: string) => !/<(?:a|img|video|iframe|table)\b/.test(html)
        expect(stored.filter(isPlain)).toEqual(before.filter(isPlain))
      }),
      { numRuns: 25, endOnFailure: true },
    )
  })
})

test.describe('content that this editor has not written', () => {
  const cases: [name: string, html: string, expected: string][] = [
    [
      'a picture in the middle of a paragraph splits it',
      '<p>before <img src="https://a.example/b.png" alt="c"> after</p>',
      '<p>before </p><img src="https://a.example/b.png" alt="c"><p> after</p>',
    ],
    [
      'a picture inside formatting splits both',
      '<p>a<strong>b<img src="https://a.example/b.png">c</strong>d</p>',
      '<p>a<strong>b</strong></p><img src="https://a.example/b.png" alt=""><p><strong>c</strong>d</p>',
    ],
    [
      'a picture in a table follows it',
      '<table><tbody><tr><td><p>a<img src="https://a.example/b.png"></p></td></tr></tbody></table>',
      '<table><tr><td><p>a</p></td></tr></table><img src="https://a.example/b.png" alt="">',
    ],
    [
      'a space between formatted words',
      '<p>b <em>c</em> <strong>d</strong></p>',
      '<p>b <em>c</em> <strong>d</strong></p>',
    ],
    [
      'a video in a paragraph',
      '<p><iframe src="https://player.vimeo.com/video/12345"></iframe></p>',
      '<iframe src="https://player.vimeo.com/video/12345" width="640" height="360"></iframe>',
    ],
    ['line ends between blocks are no text', '<p>a</p>\n\n<p>b</p>\n', '<p>a</p><p>b</p>'],
    ['text without any block', 'just text', '<p>just text</p>'],
    ['an empty paragraph', '<p>a</p><p></p><p>b</p>', '<p>a</p><p></p><p>b</p>'],
    [
      'a line break alone keeps the looks of its paragraph',
      '<p data-text-alignment="center" style="text-align: center; line-height: 1;"><br></p>',
      '<p data-text-alignment="center" style="text-align: center; line-height: 1;"><br></p>',
    ],
    ['items without paragraphs', '<ul><li>a</li></ul>', '<ul><li><p>a</p></li></ul>'],
  ]
  for (const [name, html, expected] of cases) {
    test(name, async () => {
      expect(await engine.read([sanitize(html).content])).toEqual([expected])
    })
  }
})

test('exports a change to a text of 32 kB within a few milliseconds', async () => {
  const line = `<p>${'Some <strong>bold</strong> words in a line. '.repeat(8)}</p>`
  const html = line.repeat(Math.floor(32_000 / line.length))
  const milliseconds = await engine.time(html, 30)
  console.log(`a change to a text of ${html.length} characters: ${milliseconds.toFixed(1)} ms`)
  expect(milliseconds).toBeLessThan(50)
})
