import { Fact } from '#desktop/renderer/components/fact.tsx'
import { Countdown } from '#desktop/renderer/features/market/live-time.tsx'
import { Offer } from '#desktop/renderer/features/market/offer.tsx'
import { useExchangeName } from '#desktop/renderer/features/market/use-exchange-name.ts'
import { useRound } from '#desktop/renderer/features/votes/api.ts'
import { useVotePageText } from '#desktop/renderer/features/votes/use-vote-page-text.ts'
import { useLivePrice } from '#desktop/renderer/platform/services.ts'
import type { Evidence } from '#shared/contract/rounds.ts'
import type { VoteDetail } from '#shared/contract/votes.ts'
import { standingOf } from '#shared/i18n/direction.ts'
import { outcome } from '#shared/rules/band.ts'
import { storedOffer } from '#shared/rules/vote-offer.ts'
import styles from './vote-facts.module.css'

/** Price range, target and offer of a vote, and the live price while it is unsettled. */
export function VoteFacts({ vote }: { vote: VoteDetail }) {
  const { pageText, offerLabel, format, rangeText } = useVotePageText()
  const { voteChoice, refPrice, targetTime, offer, carried, result } = vote
  const target = Date.parse(targetTime)
  const isWaiting = result === 'wait'
  return (
    <dl className={styles.facts}>
      <Fact name={pageText('view.range')}>{rangeText(voteChoice, refPrice)}</Fact>
      <Fact name={pageText('view.settles')}>
        <time dateTime={targetTime}>{format.date(target)}</time>
        {isWaiting && (
          <small>
            <Countdown
              until={target}
              text={(time) => pageText('view.settlesIn', { time })}
              over={pageText('view.settling')}
            />
          </small>
        )}
      </Fact>
      <Fact name={offerLabel('offer.heading')}>
        <Offer offer={storedOffer(voteChoice, offer)} />
      </Fact>
      <CarriedFact carried={carried} />
      {isWaiting && refPrice !== null && (
        <Fact name={pageText('view.now')}>
          <CurrentOutcome vote={vote} refPrice={refPrice} />
        </Fact>
      )}
    </dl>
  )
}

/** Points of directions changed earlier; nothing without any. */
export function CarriedFact({ carried }: Pick<VoteDetail, 'carried'>) {
  const { pageText, format } = useVotePageText()
  if (carried === 0) return null
  return (
    <Fact name={pageText('view.carried')}>
      {format.signed(carried)}
      <small>{pageText('view.carriedWhy')}</small>
    </Fact>
  )
}

/** The live price, the server's until there is one, and how the vote stands at it. */
function CurrentOutcome({ vote, refPrice }: { vote: VoteDetail; refPrice: string }) {
  const { core, format } = useVotePageText()
  const price = useLivePrice((live) => live?.value) ?? vote.currentPrice
  if (price === null) return <>{core('price.none')}</>
  if (vote.voteChoice === 'unknown') return <>{format.price(price, 2)}</>
  const { isRight, text } = standingOf({ t: core, format }, vote.voteChoice, { price, refPrice })
  return (
    <>
      {format.price(price, 2)} <small className={isRight ? styles.right : undefined}>{text}</small>
    </>
  )
}

/** The decision on a settled vote in one line; it unfolds to the prices with their sources. */
export function Settlement({ vote }: { vote: VoteDetail }) {
  const { pageText, format, directionText } = useVotePageText()
  const { settlement, refPrice, points, carried } = vote
  const { data: round } = useRound(vote.targetTime)
  if (!settlement || refPrice === null) return <p>{pageText('settled.void')}</p>
  const values = {
    direction: directionText(outcome(settlement.price, refPrice), refPrice),
    price: format.price(settlement.price, 2),
    change: format.change(Number(settlement.price) / Number(refPrice) - 1),
  }
  return (
    <details className={styles.settlement}>
      <summary>{pageText('settled.line', values)}</summary>
      <dl className={styles.facts}>
        <Fact name={pageText('settled.points')}>
          {format.signed(points ?? 0)}
          {carried !== 0 && (
            <small>{pageText('settled.ofCarried', { carried: format.signed(carried) })}</small>
          )}
        </Fact>
        <Fact name={pageText('settled.reference')}>
          {format.price(refPrice, 2)}
          {round?.reference && <Source evidence={round.reference} />}
        </Fact>
        <Fact name={pageText('settled.price')}>
          {format.price(settlement.price, 2)}
          <Source evidence={settlement} />
        </Fact>
      </dl>
    </details>
  )
}

/** The exchange and time of a price. */
function Source({ evidence }: { evidence: Evidence }) {
  const { pageText, format } = useVotePageText()
  const { exchange, candleTime, readAt } = evidence
  const source = useExchangeName()(exchange)
  return (
    <small>
      {pageText('settled.sourceOf', { source, time: format.date(Date.parse(candleTime)) })}
      <br />
      {pageText('settled.read', { time: format.clock(Date.parse(readAt)) })}
    </small>
  )
}
