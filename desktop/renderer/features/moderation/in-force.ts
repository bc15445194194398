import type { OwnAct } from '#shared/contract/moderation.ts'
import { reversalOf } from '#shared/rules/moderation.ts'

type Act = Pick<OwnAct, 'id' | 'act' | 'target' | 'targetId' | 'until'>

const CONTENT_ACTS: readonly Act['act'][] = ['hide', 'restore']

/** Whether two acts concern the same text, or both the person. */
function isSameThing(one: Act, other: Act): boolean {
  if (!CONTENT_ACTS.includes(one.act)) return true
  return one.target === other.target && one.targetId === other.targetId
}

/** Whether no later act has reversed or repeated `act`, and it has not ended at `now` (epoch ms). */
export function isInForce(act: Act, acts: readonly Act[], now: number): boolean {
  const reversal = reversalOf(act.act)
  if (reversal === undefined) return false
  if (act.until !== null && Date.parse(act.until) <= now) return false
  return !acts.some(
    (other) =>
      other.id > act.id &&
      (other.act === reversal || other.act === act.act) &&
      isSameThing(act, other),
  )
}
