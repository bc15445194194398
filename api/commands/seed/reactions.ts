import type { Dice } from './dice.ts'
import type { Person } from './people.ts'

/** How a vote or a post was received. */
export interface Reception {
  likes: string[]
  dislikes: string[]
  views: number
}

/**
 * Who liked and disliked something that `author` made at `created` (epoch ms), as subjects, and how
 * often it was opened: by more people than reacted. Few things are liked much.
 */
export function receive(
  dice: Dice,
  people: readonly Person[],
  author: string,
  created: number,
  now: number,
): Reception {
  const others = people.filter(
    ({ subject, lastLogin }) => subject !== author && lastLogin > created,
  )
  const age = Math.min(1, (now - created) / (36 * 3_600_000))
  const count = Math.floor(dice.next() ** 3 * 18 * age)
  const reacting = dice.some(others, count + (dice.chance(0.2) ? 1 : 0)).map((who) => who.subject)
  const dislikes = reacting.slice(count).concat(dice.chance(0.1) ? reacting.slice(0, 1) : [])
  const against = new Set(dislikes)
  return {
    likes: reacting.filter((subject) => !against.has(subject)),
    dislikes: [...against],
    views: reacting.length + Math.floor((6 + 70 * dice.next() ** 2) * age),
  }
}
