import { Badge, type BadgeTone } from '#desktop/renderer/components/badge.tsx'
import type { VoteResult } from '#shared/rules/band.ts'
import { useVoteText } from './use-vote-text.ts'

const TONES: Record<VoteResult, BadgeTone> = {
  HIT: 'good',
  MISS: 'warn',
  wait: 'quiet',
  unknown: 'quiet',
}

interface ResultBadgeProps {
  result: VoteResult
  /** Shown beside a hit or a miss. */
  points?: number | null
}

/** The result of a vote. A result that this client does not know is shown as unknown. */
export function ResultBadge({ result, points = null }: ResultBadgeProps) {
  const { t, format } = useVoteText()
  const known = Object.hasOwn(TONES, result) ? result : 'unknown'
  return (
    <Badge tone={TONES[known]}>
      <span>
        {t(`result.${known}`)}
        {points !== null && ` ${format.signed(points)}`}
      </span>
    </Badge>
  )
}
