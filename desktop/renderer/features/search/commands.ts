import { parseLevel } from '#desktop/renderer/features/levels/parse-level.ts'
import { DIRECTIONS, type Direction } from '#shared/rules/band.ts'
import { boardPath, PATHS } from '#shared/rules/paths.ts'
import { displayText, foldCase } from '#shared/rules/search-tokens.ts'

/** Screens that the palette opens, with the key of their name. */
export const PLACES = [
  { key: 'home', path: PATHS.home },
  { key: 'calls', path: PATHS.votes },
  { key: 'desk', path: PATHS.desk },
  { key: 'rounds', path: PATHS.rounds },
  { key: 'ranking', path: PATHS.ranking },
  { key: 'frees', path: boardPath('frees') },
  { key: 'notices', path: boardPath('notices') },
  { key: 'suggestions', path: boardPath('suggestions') },
  { key: 'profile', path: PATHS.profile },
  { key: 'notifications', path: PATHS.notifications },
  { key: 'alerts', path: PATHS.alerts },
  { key: 'account', path: PATHS.account },
  { key: 'rules', path: PATHS.rules },
  { key: 'status', path: PATHS.status },
  { key: 'verify', path: PATHS.verify },
  { key: 'modlog', path: PATHS.modlog },
  { key: 'donation', path: PATHS.donation },
] as const
export type Place = (typeof PLACES)[number]
export type PlaceKey = Place['key']

/** Action that a typed text may name. */
export type Command =
  | { kind: 'place'; place: Place }
  | { kind: 'call'; direction: Direction }
  /** Sets an alert at a price, a decimal string. */
  | { kind: 'level'; price: string }

/** Words of commands in every language of the interface, folded. */
export interface CommandWords {
  /** Names of the places. */
  places: ReadonlyMap<PlaceKey, readonly string[]>
  directions: ReadonlyMap<Direction, readonly string[]>
  /** Before a direction. */
  call: readonly string[]
  /** Before a price. */
  level: readonly string[]
}

/** Places while nothing is typed. */
const FIRST_PLACES = 6
/** A price alone is meant as one from this many digits on; shorter ones are days and parts of names. */
const PRICE_DIGITS = /\d{3}/

/** The text after one of the words, or null; the word may be incomplete. */
function after(typed: string, words: readonly string[]): string | null {
  const [first = '', ...rest] = typed.split(' ')
  if (first.length < 2) return null
  return words.some((word) => word.startsWith(first)) ? rest.join(' ') : null
}

function levelOf(typed: string, words: readonly string[]): string | null {
  const named = after(typed, words)
  const text = named ?? (PRICE_DIGITS.test(typed) ? typed : '')
  const parsed = parseLevel(text)
  return parsed.ok ? parsed.price : null
}

/** Whether a name, or a word of one, begins with a text. */
const isNamed = (names: readonly string[] | undefined, text: string) =>
  (names ?? []).some((name) => [name, ...name.split(' ')].some((part) => part.startsWith(text)))

/** The commands that a typed text names or begins to name, the most exact kind first. */
export function commandsFor(typed: string, words: CommandWords): Command[] {
  const text = foldCase(displayText(typed))
  if (text === '') {
    return PLACES.slice(0, FIRST_PLACES).map((place) => ({ kind: 'place', place }))
  }
  const price = levelOf(text, words.level)
  const called = after(text, words.call)
  const directions = DIRECTIONS.filter((direction) => {
    const names = words.directions.get(direction)
    return (called !== null && isNamed(names, called)) || (text.length > 1 && isNamed(names, text))
  })
  const places = PLACES.filter(({ key }) => isNamed(words.places.get(key), text))
  return [
    ...(price === null ? [] : [{ kind: 'level' as const, price }]),
    ...directions.map((direction) => ({ kind: 'call' as const, direction })),
    ...places.map((place) => ({ kind: 'place' as const, place })),
  ]
}
