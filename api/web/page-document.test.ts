import { describe, expect, test } from 'bun:test'
import type { RenderedPage } from '#shared/contract/server-page.ts'
import { pageDocument } from './page-document.ts'

const TEMPLATE =
  '<!doctype html><html lang="en"><head><meta name="description" content="x" /><title>Tidemark</title>' +
  '<script type="module" src="/a.js"></script></head><body><div id="root"></div>\n' +
  '<noscript>\n<p>This page needs JavaScript.</p>\n</noscript></body></html>'

const POST = {
  id: 3,
  uid: 1,
  title: 'Rules "of" <us>',
  uniqueCode: '7GX2QK',
  nickname: '</script><b>',
  created: '2026-11-20T00:00:00.000Z',
  updated: null,
  views: 0,
  likes: 0,
  priority: 99,
  boardType: 'notices',
  content: '<p>First &amp; "second" </p><p>third</p>',
  dislikes: 0,
  userReaction: null,
  hidden: false,
  editableUntil: '2026-11-20T01:00:00.000Z',
}

const rendered: RenderedPage = {
  status: 200,
  title: 'Rules &quot;of&quot; &lt;us&gt;',
  html: "<p>costs $& or $'</p>",
  seed: {
    locale: 'ko-KR',
    now: 0,
    price: null,
    queries: [{ key: ['posts', 'notices', 'detail', 3, null], data: POST, updatedAt: 0 }],
  },
}

/** The document of the post's page with this content. */
const documentOf = (content: string) =>
  pageDocument({
    ...{ template: TEMPLATE, name: 'post', locale: 'ko-KR', publicUrl: 'https://site.example' },
    path: '/boards/notices/view/3?page=2',
    lang: 'ko',
    rendered: {
      ...rendered,
      seed: {
        ...rendered.seed,
        queries: rendered.seed.queries.map((query) => ({ ...query, data: { ...POST, content } })),
      },
    },
  })

const html = documentOf(POST.content)

const descriptionOf = (document: string) =>
  /<meta name="description" content="([^"]*)"/.exec(document)?.[1]

/** JSON of the script elements that match. */
const jsonOf = (attribute: string, document = html): unknown => {
  const found = new RegExp(`<script[^>]*${attribute}[^>]*>(.*?)</script>`, 's').exec(document)
  return JSON.parse(found?.[1] ?? 'null')
}

describe('the document of a page', () => {
  test('has its language, markup and state', () => {
    expect(html).toContain('<html lang="ko-KR">')
    expect(html).toContain(`<div id="root">${rendered.html}</div>`)
    expect(jsonOf('id="seed"')).toEqual(rendered.seed)
  })

  test('has no noscript element', () => {
    expect(html).not.toContain('noscript')
  })

  test('has one title and description, of the post', () => {
    expect(html.match(/<title>[^<]*/g)).toEqual([`<title>${rendered.title}`])
    const descriptions = html.match(/<meta name="description" content="[^"]*"/g)
    expect(descriptions).toEqual([
      '<meta name="description" content="First &amp; &quot;second&quot; third"',
    ])
    expect(html).toContain(`<meta property="og:title" content="${rendered.title}" />`)
  })

  test('describes a post by the characters that its reader sees', () => {
    const found = documentOf(
      '<p>Q&amp;A: BT<b>C</b> &lt; 90k,</p><p>S&amp;P&nbsp;500 &gt; &amp;lt;</p>',
    )
    expect(descriptionOf(found)).toBe('Q&amp;A: BTC &lt; 90k, S&amp;P 500 &gt; &amp;lt;')
    expect(jsonOf('ld\\+json', found)).toMatchObject({ text: 'Q&A: BTC < 90k, S&P 500 > &lt;' })
  })

  test('cuts a description before an emoji that does not fit', () => {
    const start = 'x'.repeat(158)
    expect(descriptionOf(documentOf(`<p>${start}\u{1f44d}\u{1f3fd}${start}</p>`))).toBe(`${start}…`)
    const whole = '\u{1f680}'.repeat(160)
    expect(descriptionOf(documentOf(`<p>${whole}</p>`))).toBe(whole)
  })

  test('names its address in each language', () => {
    const address = 'https://site.example/boards/notices/view/3?page=2'
    expect(html).toContain(`<link rel="canonical" href="${address}&amp;lang=ko" />`)
    expect(html).toContain(`hreflang="en" href="${address}&amp;lang=en"`)
    expect(html).toContain(`hreflang="x-default" href="${address}"`)
  })

  test('has structured data that no text can end', () => {
    expect(jsonOf('ld\\+json')).toMatchObject({
      '@type': 'DiscussionForumPosting',
      headline: POST.title,
      author: { name: POST.nickname, url: 'https://site.example/u/7GX2QK' },
    })
    expect(html.match(/<\/script>/g)).toHaveLength(3)
  })
})
