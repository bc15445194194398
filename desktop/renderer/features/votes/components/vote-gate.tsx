import { Nickname } from '#desktop/renderer/components/nickname.tsx'
import { DirectionMark } from '#desktop/renderer/features/market/direction-mark.tsx'
import { Offer } from '#desktop/renderer/features/market/offer.tsx'
import { storedOffer } from '#desktop/renderer/features/market/vote-offer.ts'
import { useVoteItem } from '#desktop/renderer/features/votes/api.ts'
import { useVotePageText } from '#desktop/renderer/features/votes/use-vote-page-text.ts'
import { Fact } from './vote-facts.tsx'
import styles from './vote-gate.module.css'
import { ResultBadge } from './vote-row.tsx'

/** What everybody may know of a vote whose note the reader may not open. */
export function VoteGate({ id }: { id: number }) {
  const { p, o } = useVotePageText()
  const { data: vote } = useVoteItem(id)
  return (
    <dl className={styles.gate}>
      {vote && (
        <>
          <Fact name={p('gate.call')}>
            <DirectionMark choice={vote.voteChoice} />
          </Fact>
          <Fact name={o('offer.heading')}>
            <Offer offer={storedOffer(vote.voteChoice, vote.offer)} />
          </Fact>
          <Fact name={p('gate.result')}>
            <ResultBadge result={vote.result} points={vote.points} />
          </Fact>
          <Fact name={p('gate.author')}>
            <Nickname name={vote.nickname} /> <small>#{vote.uniqueCode}</small>
          </Fact>
        </>
      )}
    </dl>
  )
}
