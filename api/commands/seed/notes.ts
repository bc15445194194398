import { bandPrices, type VoteChoice } from '#shared/rules/band.ts'
import { formatDecimal } from '#shared/rules/decimal.ts'
import type { Dice } from './dice.ts'
import type { NoteWords } from './note-words.ts'
import { ENGLISH_NOTES } from './note-words-en.ts'
import { KOREAN_NOTES } from './note-words-ko.ts'
import type { Language } from './people.ts'

/** What a note speaks of. Prices are decimal strings. */
export interface NoteFacts {
  choice: VoteChoice
  refPrice: string
  price: string
  /** Volatility a day, a fraction. */
  s60: number
  tauDays: number
}

const WORDS: Readonly<Record<Language, NoteWords>> = { ko: KOREAN_NOTES, en: ENGLISH_NOTES }

function dollars(price: string): string {
  return formatDecimal(price, 0).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** The price's distance from the reference in percent. */
const moveOf = ({ price, refPrice }: NoteFacts) => (Number(price) / Number(refPrice) - 1) * 100

/** Whether a sentence that names the move or the price is true of them. */
function fits(sentence: string, facts: NoteFacts): boolean {
  const move = moveOf(facts)
  if (sentence.includes('{move}')) {
    if (facts.choice === 'up' && move < 0.3) return false
    if (facts.choice === 'down' && move > -0.3) return false
  }
  return !sentence.includes('{price}') || Math.abs(move) < (facts.choice === 'steady' ? 2 : 4)
}

function fill(facts: NoteFacts): (text: string) => string {
  const { refPrice, price, s60, tauDays } = facts
  const move = moveOf(facts)
  const values: Record<string, string> = {
    ref: dollars(refPrice),
    up: dollars(bandPrices(refPrice).up),
    down: dollars(bandPrices(refPrice).down),
    price: dollars(price),
    move: `${move < 0 ? '' : '+'}${move.toFixed(1)}%`,
    vol: `${(s60 * 100).toFixed(1)}%`,
    days: String(Math.max(1, Math.round(tauDays))),
  }
  return (text) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

const list = (tag: 'ul' | 'ol', items: readonly string[]) =>
  `<${tag}>${items.map((item) => `<li><p>${item}</p></li>`).join('')}</${tag}>`

function oddsTable(words: NoteWords, choice: VoteChoice, dice: Dice): string {
  const main = dice.whole(48, 64)
  const rest = dice.whole(12, 100 - main - 12)
  const [first, second] = [main, rest]
  const others = (['up', 'steady', 'down'] as const).filter((name) => name !== choice)
  const odds = (name: 'up' | 'steady' | 'down') => {
    if (name === choice) return first
    return name === others[0] ? second : 100 - first - second
  }
  const cells = (['up', 'steady', 'down'] as const).map(
    (name) => `<tr><td><p>${words.table.names[name]}</p></td><td><p>${odds(name)}%</p></td></tr>`,
  )
  const head = `<tr><th><p>${words.table.heading}</p></th><th><p>${words.table.odds}</p></th></tr>`
  return `<table><tbody>${head}${cells.join('')}</tbody></table>`
}

/** A trader's note on a vote, as the editor would write it (HTML, not yet sanitised). */
export function makeNote(dice: Dice, language: Language, facts: NoteFacts): string {
  const words = WORDS[language]
  const { choice } = facts
  const fitting = (sentences: readonly string[], count: number) =>
    dice.some(
      sentences.filter((sentence) => fits(sentence, facts)),
      count,
    )
  const [title = ''] = fitting(words.titles[choice], 1)
  const reasons = fitting(words.reasons[choice], 3)
  const [first = '', ...more] = reasons
  const doubt = dice.pick(words.doubts)
  const closing = dice.pick(words.closings)
  const end = closing === '' ? '' : `<p>${closing}</p>`
  const [label, address] = dice.pick(words.links)
  const link = `<a href="${address}">${label}</a>`
  const shapes: [() => string, ...(() => string)[]] = [
    () => `<p>${title}</p>`,
    () => `<p>${title}</p><p>${first}</p>${end}`,
    () => `<p>${title}</p><p>${first}</p><p>${more[0] ?? closing}</p><p>${doubt}</p>`,
    () => `<p><strong>${title}</strong></p>${list('ol', reasons)}${end}`,
    () =>
      `<h3>${title}</h3><p>${first}</p><h4>${words.levels.heading}</h4>` +
      `${list('ul', words.levels.rows)}<p>${doubt}</p>`,
    () => `<h3>${title}</h3><p>${first}</p>${list('ul', [...more, doubt])}`,
    () => `<p>${title}</p><p>${first} (${link})</p>${end}`,
    () =>
      `<p>${title}</p><blockquote><p>${dice.pick(words.quotes)}</p></blockquote><p>${first}</p>`,
    () =>
      choice === 'unknown'
        ? `<p>${title}</p><p>${first}</p><p>${doubt}</p>`
        : `<h3>${title}</h3><p>${first}</p>${oddsTable(words, choice, dice)}${end}`,
  ]
  return fill(facts)(dice.pick(shapes)())
}
