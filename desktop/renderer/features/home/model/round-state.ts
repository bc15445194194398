import type { Target } from '#shared/contract/summary.ts'
import { roundOfTarget } from '#shared/rules/schedule.ts'

/** Which of the two rounds a card shows. */
export type RoundKind = 'closed' | 'live'

/** The instant a round's card counts down to, epoch ms: the end of voting, else the target. */
export function nextInstant(kind: RoundKind, target: Target): number {
  const targetDate = Date.parse(target.targetDate)
  return kind === 'live' ? roundOfTarget(targetDate).closesAt : targetDate
}
