import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import { CompactOffer } from '#desktop/renderer/features/market/offer.tsx'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import { trackRecordTexts } from '#shared/i18n/screens/track-record.ts'
import { voteViewPath } from '#shared/rules/paths.ts'
import { storedOffer } from '#shared/rules/vote-offer.ts'
import styles from './vote-rows.module.css'

type Row = Pick<
  OwnVote,
  'id' | 'targetTime' | 'refPrice' | 'voteChoice' | 'offer' | 'carried' | 'points' | 'result'
>

interface VoteRowsProps<Vote extends Row> {
  votes: readonly Vote[]
  /** Content of the end of a row. */
  noteOf: (vote: Vote) => ReactNode
  isBusy?: boolean
}

/** Calls with their results, a row each. */
export function VoteRows<Vote extends Row>({ votes, noteOf, isBusy }: VoteRowsProps<Vote>) {
  const t = useTexts(trackRecordTexts)
  const { format } = useLanguage()
  return (
    <ol className={styles.calls} aria-busy={isBusy}>
      {votes.map((vote) => (
        <li key={vote.id}>
          <Link to={voteViewPath(vote.id)} className={`row-link ${styles.link}`}>
            <time dateTime={vote.targetTime}>{format.utcDay(Date.parse(vote.targetTime))}</time>
          </Link>
          <LeveledDirection choice={vote.voteChoice} refPrice={vote.refPrice} />
          <CompactOffer offer={storedOffer(vote.voteChoice, vote.offer, vote.carried)} />
          <span>
            {vote.points !== null && <b>{format.signed(vote.points)} </b>}
            <small>{t(`calls.${vote.result}`)}</small>
          </span>
          <small>{noteOf(vote)}</small>
        </li>
      ))}
    </ol>
  )
}
