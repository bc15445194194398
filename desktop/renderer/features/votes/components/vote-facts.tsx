import { type ReactNode, useId } from 'react'
import { DirectionMark } from '#desktop/renderer/features/market/direction-mark.tsx'
import { Countdown } from '#desktop/renderer/features/market/live-time.tsx'
import { Offer } from '#desktop/renderer/features/market/offer.tsx'
import { storedOffer } from '#desktop/renderer/features/market/vote-offer.ts'
import { useRound } from '#desktop/renderer/features/votes/api.ts'
import { useVotePageText } from '#desktop/renderer/features/votes/use-vote-page-text.ts'
import { useLivePrice } from '#desktop/renderer/platform/services.ts'
import type { Evidence } from '#shared/contract/rounds.ts'
import type { VoteDetail } from '#shared/contract/votes.ts'
import { outcome } from '#shared/rules/band.ts'
import { EXCHANGE_NAMES, findExchange } from '#shared/rules/exchanges.ts'
import styles from './vote-facts.module.css'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Price range, target and offer of a vote, and the live price while it is unsettled. */
export function VoteFacts({ vote }: { vote: VoteDetail }) {
  const { p, o, format, rangeText } = useVotePageText()
  const { voteChoice, refPrice, targetTime, offer, carried, result } = vote
  const target = Date.parse(targetTime)
  const isWaiting = result === 'wait'
  return (
    <dl className={styles.facts}>
      <Fact name={p('view.range')}>{rangeText(voteChoice, refPrice)}</Fact>
      <Fact name={p('view.target')}>
        <time dateTime={targetTime}>{format.date(target)}</time>
        {isWaiting && (
          <small>
            <Countdown
              until={target}
              text={(time) => p('view.settlesIn', { time })}
              over={p('view.settling')}
            />
          </small>
        )}
      </Fact>
      <Fact name={o('offer.heading')}>
        <Offer offer={storedOffer(voteChoice, offer)} />
      </Fact>
      {carried !== 0 && (
        <Fact name={p('view.carried')}>
          {format.signed(carried)}
          <small>{p('view.carriedWhy')}</small>
        </Fact>
      )}
      {isWaiting && refPrice !== null && (
        <Fact name={p('view.now')}>
          <CurrentOutcome vote={vote} refPrice={refPrice} />
        </Fact>
      )}
    </dl>
  )
}

/** The live price, the server's until there is one, and whether it is in the vote's range. */
function CurrentOutcome({ vote, refPrice }: { vote: VoteDetail; refPrice: string }) {
  const { p, core, format } = useVotePageText()
  const price = useLivePrice()?.value ?? vote.currentPrice
  if (price === null) return <>{core('price.none')}</>
  if (vote.voteChoice === 'unknown') return <>{format.price(price, 2)}</>
  const isInside = outcome(price, refPrice) === vote.voteChoice
  return (
    <>
      {format.price(price, 2)} <small>{p(isInside ? 'view.inside' : 'view.outside')}</small>
    </>
  )
}

/** The points of a settled vote, and the prices that decided it with their sources. */
export function Settlement({ vote }: { vote: VoteDetail }) {
  const { p, format } = useVotePageText()
  const { settlement, refPrice, points, carried } = vote
  const { data: round } = useRound(vote.targetTime)
  const headingId = useId()
  const direction = settlement && refPrice !== null ? outcome(settlement.price, refPrice) : null
  return (
    <section className={styles.settlement} aria-labelledby={headingId}>
      <h2 id={headingId}>{p('settled.heading')}</h2>
      <dl className={styles.facts}>
        <Fact name={p('settled.points')}>
          {format.signed(points ?? 0)}
          {settlement && carried !== 0 && (
            <small>{p('settled.ofCarried', { carried: format.signed(carried) })}</small>
          )}
        </Fact>
        {direction && (
          <Fact name={p('settled.outcome')}>
            <DirectionMark choice={direction} />
          </Fact>
        )}
        {refPrice !== null && (
          <Fact name={p('settled.reference')}>
            {format.price(refPrice, 2)}
            {round?.reference && <Source evidence={round.reference} />}
          </Fact>
        )}
        {settlement && (
          <Fact name={p('settled.price')}>
            {format.price(settlement.price, 2)}
            <Source evidence={settlement} />
          </Fact>
        )}
      </dl>
      {!settlement && <p>{p('settled.void')}</p>}
    </section>
  )
}

/** The exchange and time of a price. */
function Source({ evidence }: { evidence: Evidence }) {
  const { p, core, format } = useVotePageText()
  const { exchange, candleTime, readAt } = evidence
  const isReal = exchange !== 'simulated' && exchange !== 'replay'
  const known = findExchange(exchange)
  const name = known ? EXCHANGE_NAMES[known] : exchange
  const source = isReal ? name : core(`price.${exchange}`)
  return (
    <small>
      {p('settled.sourceOf', { source, time: format.date(Date.parse(candleTime)) })}
      <br />
      {p('settled.read', { time: format.clock(Date.parse(readAt)) })}
    </small>
  )
}
