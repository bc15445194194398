import { Author } from '#desktop/renderer/components/author.tsx'
import { Fact } from '#desktop/renderer/components/fact.tsx'
import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import { Offer } from '#desktop/renderer/features/market/offer.tsx'
import { useTrackRecord } from '#desktop/renderer/features/users/api.ts'
import { useVoteItem } from '#desktop/renderer/features/votes/api.ts'
import { ResultBadge } from '#desktop/renderer/features/votes/result-badge.tsx'
import { useVotePageText } from '#desktop/renderer/features/votes/use-vote-page-text.ts'
import { storedOffer } from '#shared/rules/vote-offer.ts'
import { CarriedFact } from './vote-facts.tsx'
import styles from './vote-gate.module.css'

/** Whether the round of a vote is settled, so that a call in it opens the note. */
export function useIsSettled(id: number): boolean {
  const { data: vote } = useVoteItem(id)
  return vote !== undefined && vote.result !== 'wait'
}

/** The public part of a vote whose note the reader may not open. */
export function VoteGate({ id }: { id: number }) {
  const { pageText, offerLabel } = useVotePageText()
  const { data: vote } = useVoteItem(id)
  return (
    <dl className={styles.gate}>
      {vote && (
        <>
          <Fact name={pageText('gate.call')}>
            <LeveledDirection choice={vote.voteChoice} refPrice={vote.refPrice} />
          </Fact>
          <Fact name={offerLabel('offer.heading')}>
            <Offer offer={storedOffer(vote.voteChoice, vote.offer)} />
          </Fact>
          <CarriedFact carried={vote.carried ?? 0} />
          <Fact name={pageText('gate.result')}>
            <ResultBadge result={vote.result} points={vote.points} />
          </Fact>
          <Fact name={pageText('gate.author')}>
            <Author {...vote} /> <AuthorRecord code={vote.uniqueCode} />
          </Fact>
        </>
      )}
    </dl>
  )
}

/** Right calls and points of the author; nothing before the first settled call. */
function AuthorRecord({ code }: { code: string }) {
  const { pageText, format } = useVotePageText()
  const { data } = useTrackRecord(code)
  if (!data || data.total.calls === 0) return null
  const { right, calls, points } = data.total
  return <small>{pageText('gate.record', { right, calls, points: format.signed(points) })}</small>
}
