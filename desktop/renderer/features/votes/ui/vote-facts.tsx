import { useStore } from 'zustand'
import { Countdown } from '#desktop/renderer/features/market/live-time.tsx'
import { worthOf } from '#desktop/renderer/features/votes/model/offer-of.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import type { VoteDetail } from '#shared/contract/votes.ts'
import { outcome } from '#shared/rules/band.ts'
import { Fact, Facts } from './facts.tsx'
import { usePostWords } from './use-post-words.ts'

/** What was called, until when, and what it is worth. */
export function VoteFacts({ vote }: { vote: VoteDetail }) {
  const { p, t, format, worth, range } = usePostWords()
  const { voteChoice, refPrice, targetTime, offer, result } = vote
  const target = Date.parse(targetTime)
  const isWaiting = result === 'wait'
  return (
    <Facts>
      <Fact name={p('view.range')}>{range(voteChoice, refPrice)}</Fact>
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
      <Fact name={t('offer.heading')}>{worth(worthOf(voteChoice, offer))}</Fact>
      {isWaiting && refPrice !== null && (
        <Fact name={p('view.now')}>
          <Standing vote={vote} refPrice={refPrice} />
        </Fact>
      )}
    </Facts>
  )
}

/** The live price, and whether it lies where the vote says; the server's until there is one. */
function Standing({ vote, refPrice }: { vote: VoteDetail; refPrice: string }) {
  const { p, core, format } = usePostWords()
  const price = useStore(useServices().live.price)?.value ?? vote.currentPrice
  if (price === null) return <>{core('price.none')}</>
  if (vote.voteChoice === 'unknown') return <>{format.price(price, 2)}</>
  const isInside = outcome(price, refPrice) === vote.voteChoice
  return (
    <>
      {format.price(price, 2)} <small>{p(isInside ? 'view.inside' : 'view.outside')}</small>
    </>
  )
}
