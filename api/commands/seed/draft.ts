import type { Language } from './people.ts'

/** A post of an open board as it was typed (HTML, not yet sanitised). */
export interface Draft {
  board: 'frees' | 'suggestions'
  language: Language
  html: string
}

/** Drafts of one board in one language; the first line of each is its title. */
export function drafts(
  board: Draft['board'],
  language: Language,
  texts: readonly string[],
): Draft[] {
  return texts.map((html) => ({ board, language, html }))
}
