import type { Session } from 'electron'

/** The product's languages, as dictionaries name them. */
const WANTED = ['en-US', 'ko']

export type SpellingSession = Pick<
  Session,
  'availableSpellCheckerLanguages' | 'setSpellCheckerLanguages'
>

/**
 * Checks the spelling of both languages, as far as there are dictionaries for them. macOS finds the
 * language of a text by itself and takes no list.
 */
export function checkSpelling(session: SpellingSession, system: string): void {
  if (system === 'darwin') return
  const known = WANTED.filter((name) => session.availableSpellCheckerLanguages.includes(name))
  session.setSpellCheckerLanguages(known)
}
