import fc from 'fast-check'
import type { Reaction } from '#shared/contract/reactions.ts'
import { VOTE_CHOICES, type VoteChoice } from '#shared/rules/band.ts'

/** Number of users; steps refer to them by index. */
export const PEOPLE = 12

/** An action. `who` is the index of a user, `which` of a text. */
export type Step =
  /** Sent `times` concurrently. */
  | { does: 'cast'; who: number; choice: VoteChoice; note: string; times: number }
  /** All users concurrently. */
  | { does: 'cast together'; choices: VoteChoice[] }
  | { does: 'cast in the closed round'; who: number }
  | { does: 'edit a vote'; who: number; choice: VoteChoice; note: string }
  | { does: 'read a vote'; who: number; which: number }
  | { does: 'react to a vote' | 'react to a post'; who: number; which: number; reaction: Reaction }
  | { does: 'post'; who: number; board: 'frees' | 'suggestions'; note: string }
  | { does: 'edit a post'; which: number; note: string }
  | { does: 'wait'; minutes: number }

const who = fc.nat({ max: PEOPLE - 1 })
const which = fc.nat()
const choice = fc.constantFrom(...VOTE_CHOICES)
const reaction = fc.constantFrom<Reaction>('like', 'dislike')
const note = fc.constantFrom('', '<p>one</p>', '<p>둘</p>', '<p><b>three</b></p>')
const text = fc.constantFrom('<p>one</p>', '<p>둘</p>', '<p><b>three</b></p>')
const board = fc.constantFrom('frees', 'suggestions')
const does = <Name extends Step['does']>(name: Name) => fc.constant(name)

/** Minutes inside a round, hours to its end, days over several. */
const minutes = fc.oneof(
  { weight: 4, arbitrary: fc.nat({ max: 40 }) },
  { weight: 2, arbitrary: fc.integer({ min: 40, max: 24 * 60 }) },
  { weight: 1, arbitrary: fc.integer({ min: 24 * 60, max: 9 * 24 * 60 }) },
)

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      does: does('cast'),
      who,
      choice,
      note,
      times: fc.constantFrom(1, 1, 4),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: does('cast together'),
      choices: fc.array(choice, { minLength: PEOPLE, maxLength: PEOPLE }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: does('cast in the closed round'), who }) },
  { weight: 5, arbitrary: fc.record({ does: does('edit a vote'), who, choice, note }) },
  { weight: 2, arbitrary: fc.record({ does: does('read a vote'), who, which }) },
  {
    weight: 5,
    arbitrary: fc.record({ does: does('react to a vote'), who, which, reaction }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: does('react to a post'), who, which, reaction }),
  },
  { weight: 2, arbitrary: fc.record({ does: does('post'), who, board, note: text }) },
  { weight: 2, arbitrary: fc.record({ does: does('edit a post'), which, note: text }) },
  { weight: 4, arbitrary: fc.record({ does: does('wait'), minutes }) },
)

/** A sequence of steps. */
export const courses = (length: number): fc.Arbitrary<Step[]> =>
  fc.array(step, { minLength: length, maxLength: length, size: 'max' })
