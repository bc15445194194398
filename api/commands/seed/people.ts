import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time.ts'
import { uniqueCode } from '#shared/rules/unique-code.ts'
import type { Random } from './random.ts'
import { ENGLISH, KOREAN, type Language } from './texts.ts'

/** Probabilities of knowing an outcome by position; early users have a long record, the last a short one. */
const SKILLS: Record<number, number> = { 4: 0.55, 13: 0.55, 27: 0.45, 45: 0.65 }
/** The origin of a choice: the move since the reference, the own lean, or the offers' favorite. */
const STYLES = ['momentum', 'momentum', 'lean', 'favorite'] as const

export type Person = ReturnType<typeof createPeople>[number]

/** One admin, 30 Korean and 29 English users: most joined early, the last ones weeks ago. */
export function createPeople(random: Random, since: number, now: number) {
  const names = random.sample([...KOREAN, ...ENGLISH], KOREAN.length + ENGLISH.length)
  return ['Tidemark', ...names].map((nickname, index, all) => {
    const isAdmin = index === 0
    const language: Language = KOREAN.includes(nickname) ? 'ko' : 'en'
    const skill = SKILLS[index] ?? 0
    const joined = since + (now - since) * 0.98 * (index / all.length) ** 2.2
    const created = Math.floor(joined - random.next() * 40 * HOUR_MS)
    const lastLogin = Math.floor(now - random.next() ** 2 * 9 * DAY_MS - MINUTE_MS)
    const activity = skill > 0 ? 0.9 : 0.35 + 0.6 * random.next()
    return {
      index,
      isAdmin,
      language,
      created,
      lastLogin,
      skill,
      /** Probability of voting in a round. */
      activity: isAdmin ? 0 : activity,
      /** Probability that a vote has a note. */
      talk: Math.min(0.95, 0.12 + random.next() ** 1.6 * 0.85),
      /** Positive leans to up, negative to down; mostly within ±0.5. */
      lean: random.next() + random.next() - 1,
      style: random.pick(STYLES),
      row: {
        // Without an identity nobody can sign in to a demo account.
        login_method: 'other',
        email: `demo-${String(index + 1).padStart(3, '0')}@demo.tidemark.invalid`,
        nickname,
        unique_code: uniqueCode(Uint8Array.from({ length: 6 }, () => random.integer(0, 255))),
        is_admin: isAdmin ? 1 : 0,
        is_demo: true,
        created: new Date(created),
        last_login: new Date(Math.max(created, lastLogin)),
        login_count: random.integer(4, 160),
      },
    }
  })
}
