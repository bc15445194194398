import type { VoteChoice } from '#shared/rules/band.ts'

type Some = readonly [string, ...string[]]

/**
 * What notes are made of, in one language. Braces are filled in: {ref} {up} {down} {price} (whole
 * dollars), {move} (percent since the reference, with sign), {vol} (percent a day), {days} (to the target).
 */
export interface NoteWords {
  /** The first line, by choice. */
  titles: Readonly<Record<VoteChoice, Some>>
  /** Whole sentences that argue for the choice. */
  reasons: Readonly<Record<VoteChoice, Some>>
  /** What would make the author change their mind. */
  doubts: Some
  /** The last line. */
  closings: Some
  quotes: Some
  /** Words that link somewhere. */
  links: readonly [readonly [string, string], ...(readonly [string, string])[]]
  table: {
    heading: string
    odds: string
    names: Readonly<Record<'up' | 'steady' | 'down', string>>
  }
  levels: { heading: string; rows: Some }
}
