import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { createSanitizer } from '#shared/html/sanitize.ts'
import { isTooComplex } from './complexity.ts'
import { sanitize, warm } from './sanitize.ts'

const window = new JSDOM('').window
const slow = createSanitizer(window)
const textOf = (html: string) =>
  new window.DOMParser().parseFromString(html, 'text/html').body.textContent

describe('the ways around the DOM give what the DOM gives', () => {
  test('text without a tag', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
        const plain = text.replaceAll('<', '')
        expect(await sanitize(plain)).toBe(slow(plain))
      }),
    )
  })

  test('text without a tag or entity reads the same when parsed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (text) => {
        const plain = text.replace(/[<&\p{Cc}]/gu, '')
        expect(textOf(await sanitize(plain))).toBe(plain.trim())
      }),
    )
  })

  test('paragraphs of typed text', async () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom('<br>', '\n', '\r', '\u00a0', '&', '>', '\u0000', ' '),
    )
    const note = fc
      .array(
        fc.array(part, { maxLength: 5 }).map((parts) => `<p>${parts.join('')}</p>`),
        { minLength: 1, maxLength: 4 },
      )
      .map((paragraphs) => paragraphs.join(''))
    await fc.assert(
      fc.asyncProperty(note, async (html) => {
        expect(await sanitize(html)).toBe(slow(html))
      }),
      { numRuns: 300 },
    )
  })
})

describe('content that would cost too much keeps its text', () => {
  const growing = `<p>${Array.from({ length: 300 }, (_, i) => `<b id=${i}>`).join('')}${'<p>x'.repeat(500)}`
  const costly: Record<string, string> = {
    'few tags that grow to 150 000 elements': growing,
    'deep nesting': `${'<div>'.repeat(10_000)}x`,
    'thousands of attributes': `<p ${Array.from({ length: 9000 }, (_, i) => `a${i}`).join(' ')}>x</p>`,
    'more than is parsed at all': `<b>${'x'.repeat(70_000)}</b>`,
  }
  for (const [name, html] of Object.entries(costly)) {
    test(name, async () => {
      expect(isTooComplex(html)).toBe(true)
      const result = await sanitize(html)
      expect(result).toMatch(/^(?:<p>[^<>]*<\/p>)+$/)
      expect(textOf(result)).toContain('x')
    })
  }

  test('its text cannot become markup', async () => {
    const html = `${growing}&lt;img src=x onerror=alert(1)&gt;<img src=x onerror=alert(1)>`
    expect(await sanitize(html)).toEndWith('<p>x&lt;img src=x onerror=alert(1)&gt;</p>')
  })

  test('a full-size honest note is parsed', async () => {
    const cell = '<td colspan="1" rowspan="1"><p>word word</p></td>'
    const table = `<table><tbody>${`<tr>${cell.repeat(10)}</tr>`.repeat(10)}</tbody></table>`
    const note = table.repeat(6)
    expect(note.length).toBeGreaterThan(30_000)
    expect(await sanitize(note)).toBe(note)
  })
})

test('warming twice is free, and the first call needs none', async () => {
  await Promise.all([warm(), warm()])
  expect(await sanitize('<b onclick=x>y</b>')).toBe('<b>y</b>')
})

test('10 000 notes leave no memory behind', async () => {
  const run = async (count: number) => {
    for (let i = 0; i < count; i++) await sanitize(`<p>${i} <b>x</b></p>`)
    Bun.gc(true)
    return process.memoryUsage().heapUsed
  }
  const before = await run(2000)
  const after = await run(8000)
  expect(after - before).toBeLessThan(10_000_000)
}, 30_000)
