import { useId } from 'react'
import { DirectionMark } from '#desktop/renderer/features/market/direction-mark.tsx'
import { useRound } from '#desktop/renderer/features/votes/api/round-detail.ts'
import type { Evidence } from '#shared/contract/rounds.ts'
import type { VoteDetail } from '#shared/contract/votes.ts'
import { outcome } from '#shared/rules/band.ts'
import { EXCHANGE_NAMES, findExchange } from '#shared/rules/exchanges.ts'
import { Fact, Facts } from './facts.tsx'
import styles from './settlement.module.css'
import { usePostWords } from './use-post-words.ts'

/** What a vote has earned, and the prices that say so with where they were read. */
export function Settlement({ vote }: { vote: VoteDetail }) {
  const { p, format, direction } = usePostWords()
  const { settlement, refPrice, points } = vote
  const { data: round } = useRound(vote.targetTime)
  const headingId = useId()
  const came = settlement && refPrice !== null ? outcome(settlement.price, refPrice) : null
  return (
    <section className={styles.settlement} aria-labelledby={headingId}>
      <h2 id={headingId}>{p('settled.heading')}</h2>
      <Facts>
        <Fact name={p('settled.points')}>{format.signed(points ?? 0)}</Fact>
        {came && (
          <Fact name={p('settled.outcome')}>
            <DirectionMark choice={came} word={direction(came)} />
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
      </Facts>
      {!settlement && <p>{p('settled.void')}</p>}
    </section>
  )
}

/** Where a price was read, and when. */
function Source({ evidence }: { evidence: Evidence }) {
  const { p, core, format } = usePostWords()
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
