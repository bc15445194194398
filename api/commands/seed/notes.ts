import type { VoteChoice } from '#shared/rules/band.ts'
import { bandPrices } from '#shared/rules/band.ts'
import { formatDecimal } from '#shared/rules/decimal.ts'
import { NOTE_TEXTS } from './note-texts.ts'
import type { Language } from './people.ts'
import type { Random } from './random.ts'

/** The subject of a note. Prices are decimal strings. */
export interface NoteContext {
  choice: VoteChoice
  refPrice: string
  price: string
  /** Volatility per day, a fraction. */
  s60: number
  tauDays: number
}

const DIRECTIONS = ['up', 'steady', 'down'] as const

const dollars = (price: string) => formatDecimal(price, 0).replace(/\B(?=(\d{3})+$)/g, ',')

const movePercent = ({ price, refPrice }: NoteContext) =>
  (Number(price) / Number(refPrice) - 1) * 100

/** Whether a sentence with {move} or {price} is plausible at this price. */
function fits(sentence: string, context: NoteContext): boolean {
  const move = movePercent(context)
  if (sentence.includes('{move}') && context.choice === 'up' && move < 0.3) return false
  if (sentence.includes('{move}') && context.choice === 'down' && move > -0.3) return false
  return !sentence.includes('{price}') || Math.abs(move) < (context.choice === 'steady' ? 2 : 4)
}

function fillIn(html: string, context: NoteContext): string {
  const { refPrice, price, s60, tauDays } = context
  const move = movePercent(context)
  const values: Record<string, string> = {
    ref: dollars(refPrice),
    up: dollars(bandPrices(refPrice).up),
    down: dollars(bandPrices(refPrice).down),
    price: dollars(price),
    move: `${move < 0 ? '' : '+'}${move.toFixed(1)}%`,
    vol: `${(s60 * 100).toFixed(1)}%`,
    days: String(Math.max(1, Math.round(tauDays))),
  }
  return html.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

const list = (tag: 'ul' | 'ol', items: readonly string[]) =>
  `<${tag}>${items.map((item) => `<li><p>${item}</p></li>`).join('')}</${tag}>`

const row = (tag: 'th' | 'td', cells: readonly string[]) =>
  `<tr>${cells.map((cell) => `<${tag}><p>${cell}</p></${tag}>`).join('')}</tr>`

/** A trader's note in the HTML of the editor, not yet sanitized. */
export function createNote(random: Random, language: Language, context: NoteContext): string {
  const texts = NOTE_TEXTS[language]
  const { choice } = context
  const pickFitting = (sentences: readonly string[], count: number) =>
    random.sample(
      sentences.filter((sentence) => fits(sentence, context)),
      count,
    )
  const [title = ''] = pickFitting(texts.titles[choice], 1)
  const reasons = pickFitting(texts.reasons[choice], 3)
  const [reason = ''] = reasons
  const closing = `<p>${random.pick(texts.closings)}</p>`
  const main = 2 * random.integer(24, 32)
  const odds = DIRECTIONS.map((name) => (name === choice ? main : (100 - main) / 2))
  const table = DIRECTIONS.map((name, index) =>
    row('td', [texts.directions[name], `${odds[index]}%`]),
  )
  const html = random.pick([
    `<p>${title}</p>`,
    `<p>${title}</p><p>${reason}</p>${closing}`,
    `<p><strong>${title}</strong></p>${list('ol', reasons)}${closing}`,
    `<h3>${title}</h3><p>${reason}</p>${list('ul', texts.levels)}${closing}`,
    `<p>${title}</p><p>${reason} (<a href="${texts.link[1]}">${texts.link[0]}</a>)</p>`,
    `<p>${title}</p><blockquote><p>${texts.quote}</p></blockquote><p>${reason}</p>`,
    choice === 'unknown'
      ? `<p>${title}</p><p>${reason}</p>`
      : `<h3>${title}</h3><p>${reason}</p><table><tbody>${row('th', texts.oddsHeader)}${table.join('')}</tbody></table>`,
  ])
  return fillIn(html, context)
}
