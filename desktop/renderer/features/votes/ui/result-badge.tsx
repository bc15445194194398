import { Badge, type BadgeTone } from '#desktop/renderer/components/badge.tsx'
import type { VoteResult } from '#shared/rules/band.ts'
import { useVoteWords } from './use-vote-words.ts'

const TONES: Record<VoteResult, BadgeTone> = {
  HIT: 'good',
  MISS: 'warn',
  wait: 'quiet',
  unknown: 'quiet',
}

/** How a vote came out. A result that this client does not know counts as unknown. */
export function ResultBadge({ result }: { result: VoteResult }) {
  const { t } = useVoteWords()
  const known = Object.hasOwn(TONES, result) ? result : 'unknown'
  return <Badge tone={TONES[known]}>{t(`result.${known}`)}</Badge>
}
