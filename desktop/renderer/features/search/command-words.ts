import { directionNames } from '#shared/i18n/direction.ts'
import { searchTexts } from '#shared/i18n/screens/search.ts'
import { DIRECTIONS } from '#shared/rules/band.ts'
import { foldCase } from '#shared/rules/search-tokens.ts'
import { type CommandWords, PLACES } from './commands.ts'

const SEARCH = Object.values(searchTexts)

/** The specification's word for a call, which people type too. */
const VOTE = ['vote', '투표']

/** The folded words of a key, in both languages: people type either. */
const folded = (words: readonly string[]): readonly string[] => words.map(foldCase)

/** The words of the palette's commands. */
export function commandWords(): CommandWords {
  return {
    places: new Map(
      PLACES.map(({ key }) => [key, folded(SEARCH.map((texts) => texts[`place.${key}`]))]),
    ),
    directions: new Map(DIRECTIONS.map((key) => [key, folded(directionNames(key))])),
    call: [...VOTE, ...SEARCH.map((texts) => texts['command.call'])],
    level: SEARCH.flatMap((texts) => texts['command.level'].split(' ')),
  }
}
