import { bandPrices, type Direction, type VoteChoice } from '#shared/rules/band.ts'
import { favoriteOf } from '#shared/rules/crowd.ts'
import { formatDecimal } from '#shared/rules/decimal.ts'
import { chances, OFFER_VERSION, type OfferInput, offers, UNPRICED } from '#shared/rules/offer.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time.ts'
import type { PastMarket } from './market.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import type { PastRound } from './rounds.ts'
import { type Language, NOTES } from './texts.ts'

/** Most choices carry no information. `news` is common to the round, `outcome` is known to the skilled. */
function choose(
  random: Random,
  { skill, style, lean }: Person,
  input: OfferInput,
  news: number,
  outcome: Direction | null,
): VoteChoice {
  if (random.chance(0.05)) return 'unknown'
  if (random.chance(skill) && outcome !== null) return outcome
  if (style === 'favorite' && random.chance(0.7)) return favoriteOf(chances(input))
  const move = Math.log(Number(input.priceNow) / Number(input.refPrice))
  const mood = (style === 'lean' ? 1.4 * lean : lean + 9 * move) + news + random.next() - 0.5
  if (mood > 0.55) return 'up'
  return mood < -0.6 ? 'down' : 'steady'
}

const dollars = (price: string) => formatDecimal(price, 0).replace(/\B(?=(\d{3})+$)/g, ',')

const fillIn = (html: string, values: Record<string, string>) =>
  html.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** A trader's note in the HTML of the editor, not yet sanitized. */
function createNote(random: Random, language: Language, choice: VoteChoice, input: OfferInput) {
  const { forms, titles, reasons, closings } = NOTES[language]
  const html = fillIn(random.pick(forms), {
    title: random.pick(titles[choice]),
    reason: random.pick(reasons[choice]),
    closing: random.pick(closings),
  })
  const band = bandPrices(input.refPrice)
  return fillIn(html, {
    ref: dollars(input.refPrice),
    up: dollars(band.up),
    down: dollars(band.down),
    price: dollars(input.priceNow),
    vol: `${(input.s60 * 100).toFixed(1)}%`,
    days: String(Math.max(1, Math.round((input.targetDate - input.now) / DAY_MS))),
  })
}

/** At most one vote per user and round up to `now` (epoch ms), with the offer at that time, oldest first. */
export function createVotes(
  random: Random,
  market: PastMarket,
  rounds: readonly PastRound[],
  people: readonly Person[],
  now: number,
) {
  const votes = []
  for (const { index: round, refPrice, opensAt, closesAt, targetDate, settlement } of rounds) {
    // Most rounds have no news; some move nearly everybody.
    const side = random.pick([-1, 1])
    const news = random.chance(0.35) ? side * (0.5 + 0.6 * random.next()) : 0
    const outcome = settlement?.outcome ?? 'void'
    for (const person of people) {
      // Most votes are created soon after the opening.
      const created = Math.floor(opensAt + (closesAt - MINUTE_MS - opensAt) * random.next() ** 1.7)
      if (!random.chance(person.activity) || person.created > created) continue
      const known = market.at(created)
      if (created > now - MINUTE_MS || !known) continue
      const { price: priceNow, s60 } = known
      const input = { priceNow, refPrice, s60, now: created, targetDate }
      const choice = choose(random, person, input, news, outcome === 'void' ? null : outcome)
      const offer = choice === 'unknown' ? UNPRICED : offers(input)[choice]
      const hasNote = random.chance(person.talk)
      const html = hasNote ? createNote(random, person.language, choice, input) : ''
      const modified = created + random.integer(3, 50) * MINUTE_MS
      const isEdited = hasNote && random.chance(0.1) && modified <= now
      const row = {
        choice,
        offer_hit: offer.hit,
        offer_miss: offer.miss,
        offer_version: OFFER_VERSION,
        entry_price: choice === 'unknown' ? null : known.price,
        has_content: hasNote,
        modified: isEdited ? new Date(modified) : null,
      }
      votes.push({ round, author: person.index, html, created, row })
    }
  }
  return votes.sort((a, b) => a.created - b.created)
}
