import type { EngineBlocks } from './editor-engine.ts'

const text = (words: string, styles = {}) => ({ type: 'text' as const, text: words, styles })
const link = (href: string, words = 'link') => ({
  type: 'link' as const,
  href,
  content: [text(words)],
})
const paragraph = (...content: (ReturnType<typeof text> | ReturnType<typeof link>)[]) => ({
  type: 'paragraph' as const,
  content,
})
const bullet = (words: string, children: EngineBlocks = []) => ({
  type: 'bulletListItem' as const,
  content: words,
  children,
})
const numbered = (words: string, children: EngineBlocks = []) => ({
  type: 'numberedListItem' as const,
  content: words,
  children,
})
const cell = (words: string, props = {}) => ({
  type: 'tableCell' as const,
  props,
  content: [text(words)],
})
const table = (cells: ReturnType<typeof cell>[][], headerRows = 0, headerCols = 0) => ({
  type: 'table' as const,
  content: {
    type: 'tableContent' as const,
    headerRows,
    headerCols,
    rows: cells.map((row) => ({ cells: row })),
  },
})

const VIDEOS = [
  'https://www.youtube-nocookie.com/embed/abcdefghijk',
  'https://player.vimeo.com/video/12345',
  'https://www.dailymotion.com/embed/video/x7abcde',
  'https://tv.naver.com/embed/12345',
  'https://tv.kakao.com/embed/player/cliplink/12345',
  'https://media.example/a.mp4',
  'https://media.example/a.webm',
  'https://media.example/a.ogg',
]

/** A text for each feature of the editor. */
export const TEXTS: Record<string, EngineBlocks> = {
  'each style': [
    paragraph(
      text('a', { bold: true }),
      text('b', { italic: true }),
      text('c', { underline: true }),
      text('d', { strike: true }),
      text('e', { superscript: true }),
      text('f', { subscript: true }),
      text('g', { code: true }),
      text('h', { fontSize: '8' }),
      text('i', { fontSize: '36' }),
      text('j', { textColor: 'red' }),
      text('k', { backgroundColor: 'blue' }),
      text('l', { textColor: 'rgb(1, 2, 3)', backgroundColor: 'rgb(250, 250, 0)' }),
    ),
  ],
  'styles in each other': [
    paragraph(
      text('a', { bold: true, italic: true, underline: true, strike: true }),
      text('b', { bold: true, fontSize: '24', textColor: 'green', backgroundColor: 'yellow' }),
      text('c', { bold: true, superscript: true, textColor: 'pink' }),
    ),
  ],
  'spaces and signs': [paragraph(text(' a  b\u00a0 <&>"\' '), text('한국어 🙂', { bold: true }))],
  'line breaks': [paragraph(text('a\nb')), paragraph(text('a\n')), paragraph(text('\na\n\nb'))],
  'empty lines': [paragraph(), paragraph(text('a')), paragraph(), paragraph()],
  headings: [1, 2, 3, 4, 5, 6].map((level) => ({
    type: 'heading' as const,
    props: { level, textAlignment: 'center' as const, lineHeight: '2' },
    content: 'a heading',
  })),
  'alignment and line height': (['left', 'center', 'right', 'justify'] as const).map(
    (textAlignment, at) => ({
      type: 'paragraph' as const,
      props: { textAlignment, lineHeight: ['1', '1.4', '2.5', '3'][at] ?? '1' },
      content: 'a paragraph',
    }),
  ),
  quote: [
    { type: 'quote', props: { lineHeight: '1.2', textAlignment: 'right' }, content: 'a\nb' },
    { type: 'quote', content: [text('c', { italic: true })] },
  ],
  code: [
    { type: 'codeBlock', content: 'if (a < b) {\n\treturn "c"\n}\n\n  // d' },
    { type: 'codeBlock', props: { language: 'javascript' }, content: 'let a' },
    { type: 'codeBlock', content: '' },
  ],
  'nested lists': [
    bullet('a', [bullet('b', [numbered('c', [bullet('d')]), numbered('e')]), bullet('f')]),
    bullet('g'),
  ],
  'lists beside each other': [
    bullet('a'),
    numbered('b'),
    bullet('c', [numbered('d'), bullet('e'), numbered('f')]),
    paragraph(text('g')),
    numbered('h'),
  ],
  'a list that starts later': [
    { type: 'numberedListItem', props: { start: 7 }, content: 'a' },
    numbered('b'),
  ],
  'empty items': [bullet(''), bullet('', [bullet('')]), numbered('a\nb')],
  'looks of items': [
    {
      type: 'bulletListItem',
      props: { textAlignment: 'center', lineHeight: '1.8' },
      content: [text('a', { bold: true })],
    },
  ],
  links: [
    paragraph(
      text('a '),
      link('https://a.example/?b=1&c=2#d'),
      text(' e '),
      link('mailto:f@g.example'),
      link('tel:+821012345678'),
      link('/vote/view/1'),
      link('#h'),
      link('http://i.example', '주소'),
    ),
    bullet('a'),
  ],
  table: [
    table(
      [
        [cell('a'), cell('b'), cell('')],
        [cell('1'), cell('2\n3'), cell('4')],
      ],
      1,
    ),
  ],
  'header column': [
    table(
      [
        [cell('a'), cell('b')],
        [cell('c'), cell('d')],
      ],
      0,
      1,
    ),
  ],
  'merged and aligned cells': [
    table([
      [cell('a', { colspan: 2, textAlignment: 'center' })],
      [cell('b', { rowspan: 2 }), cell('c', { textAlignment: 'right' })],
      [cell('d')],
    ]),
  ],
  pictures: [
    { type: 'image', props: { url: 'https://a.example/b.png', alt: 'c "d" <e>' } },
    { type: 'image', props: { url: 'https://a.example/b.png', width: 300, height: 200 } },
    { type: 'image', props: { url: 'data:image/png;base64,iVBORw0KGgo=', caption: 'f' } },
    paragraph(text('between')),
    { type: 'image', props: { url: 'https://a.example/last.webp' } },
  ],
  videos: VIDEOS.map((url) => ({ type: 'video' as const, props: { url } })),
  'a line across': [paragraph(text('a')), { type: 'divider' }, paragraph(text('b'))],
}
