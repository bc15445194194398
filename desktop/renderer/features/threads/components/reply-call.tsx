import { Badge } from '#desktop/renderer/components/badge.tsx'
import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import { CompactOffer } from '#desktop/renderer/features/market/offer.tsx'
import { ResultBadge } from '#desktop/renderer/features/votes/result-badge.tsx'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import type { Reply } from '#shared/contract/replies.ts'
import { rankingTexts } from '#shared/i18n/screens/ranking.ts'
import { repliesTexts } from '#shared/i18n/screens/replies.ts'
import { hasPoints, storedOffer } from '#shared/rules/vote-offer.ts'
import styles from './reply.module.css'

interface ReplyCallProps {
  reply: Reply
  /** Reference price of the note's round. */
  refPrice: string | null
}

/** The fixed call of an author in the round of the note, with its offer or its result. */
export function ReplyCall({ reply, refPrice }: ReplyCallProps) {
  const t = useTexts(repliesTexts)
  const { vote, afterResult } = reply
  const offer = vote && storedOffer(vote.choice, vote.offer, vote.carried)
  return (
    <span className={styles.call}>
      {vote ? (
        <>
          <LeveledDirection choice={vote.choice} refPrice={refPrice} />
          {vote.result === 'wait' ? (
            offer && hasPoints(offer) && <CompactOffer offer={offer} />
          ) : (
            <ResultBadge result={vote.result} points={vote.points} />
          )}
        </>
      ) : (
        <span>{t('reply.noCall')}</span>
      )}
      {afterResult && <Badge tone="quiet">{t('reply.afterResult')}</Badge>}
    </span>
  )
}

/** Result of the skill test of an author, on boards. */
export function ReplyRecord({ reply }: { reply: Reply }) {
  const t = useTexts(rankingTexts)
  return (
    <span className={styles.call}>{t('skill.alone', { skill: t(`skill.${reply.skill}`) })}</span>
  )
}
