import { CONTENT_MAX } from '#shared/rules/content-length.ts'

/** `part` repeated to the longest content that may be stored. */
const fill = (part: string) => part.repeat(Math.floor(CONTENT_MAX / part.length))
const FORMATS = 'b big code em font i s small strike strong tt u nobr'.split(' ')
const line =
  '<p>word <strong>bold</strong> <em>it</em> <u>un</u> <span style="color: red;" data-style-type="textColor" data-value="red">a</span></p>'
const opened = FORMATS.map((name) => `<${name}>`.repeat(3)).join('')

/** Formatting opened with different attributes and reopened by each paragraph: 1.7 kB, 4,000 elements. */
export const REOPENED = `<p>${Array.from({ length: 70 }, (_, index) => `<b style=x${index} class=${index}>`).join('')}${'<p>x'.repeat(55)}`

/** Bodies of up to 32 kB that cost most to sanitize, by name. */
export const HOSTILE_BODIES: Readonly<Record<string, string>> = {
  'dense formatting, 32 kB': fill(line),
  'dense formatting, tangled': `${fill(line).slice(0, -1000)}<b><p>x</b>`,
  'reopened formatting, 1.7 kB': REOPENED,
  'reopened formatting, 32 kB': opened + fill('<p>x').slice(0, -opened.length),
  'nested <b>, 27 kB': '<b>'.repeat(9000),
  'misnested formatting': fill('<b><i><u><p></b></i></u>'),
  'text in tables': fill('<table>x'),
  'formatting in tables': `<table>${fill('<b>x<tr>').slice(0, -7)}`,
  'nested <div>': fill('<div>'),
  'end tags': `${'<div>'.repeat(90)}${fill('</b>').slice(0, -450)}`,
  comments: fill('<!---->'),
  attributes: `<p ${Array.from({ length: 8000 }, (_, index) => index.toString(36)).join(' ')}>x`,
  pictures: fill('<img src=https://a.b/c>'),
  players: fill('<iframe src=//youtu.be/dQw4w9WgXcQ></iframe>'),
  links: fill('<a href=x>y</a>'),
  styles: `<p style="${fill(':;').slice(0, -20)}">x`,
  entities: fill('&'),
}

/** A formatted note as people write it. */
export const NOTE = `<h3>Why up</h3><p>The range low held <strong>twice</strong> and funding is
<em>flat</em>; see <a href="https://example.com/chart">the chart</a>.</p>
<ul><li><p>Spot leads</p></li><li><p>Open interest is <u>down</u></p></li></ul>`

/** 10 kB of dense formatting. */
export const TEN_KILOBYTES = line.repeat(Math.floor(10_000 / line.length))
