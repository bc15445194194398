import { type RefObject, useEffect, useRef } from 'react'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { AdSlot } from '#desktop/renderer/features/ads/ad-slot.tsx'
import { CurrentPrice, PriceBadges } from '#desktop/renderer/features/market/live-price.tsx'
import { CurrentTime } from '#desktop/renderer/features/market/live-time.tsx'
import { OpenWorth } from '#desktop/renderer/features/own-votes/open-worth.tsx'
import { SettledBanner } from '#desktop/renderer/features/own-votes/settled-banner.tsx'
import { ColorsQuestion } from '#desktop/renderer/features/settings/colors-question.tsx'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { useLanguage, useServices, useSession } from '#desktop/renderer/platform/services.ts'
import styles from './home-page.module.css'
import { BestVotes, Rankers, RecentPosts } from './lists.tsx'
import { NewcomerSteps } from './newcomer-steps.tsx'
import { RoundCard } from './round-card.tsx'

/** The home screen: price, both open rounds, rankings and recent content. */
export function Component() {
  const { t } = useLanguage()
  return (
    <div className={styles.home}>
      <title>{`${t('app.title')} · ${t('app.name')}`}</title>
      <div className={styles.top}>
        <div className={styles.title}>
          <h1>{t('app.title')}</h1>
          <p>{t('app.lead')}</p>
        </div>
        <PricePanel />
      </div>
      <NewcomerSteps />
      <SettledBanner />
      <AdSlot place="top" />
      <Rounds />
      <AdSlot place="middle" />
      <div className={styles.lists}>
        <Rankers />
        <RecentPosts />
        <BestVotes />
      </div>
      <AdSlot place="bottom" />
      <ColorsQuestion />
    </div>
  )
}

function PricePanel() {
  const { t } = useLanguage()
  const isUser = useSession().status === 'user'
  const flash = useTickFlash<HTMLParagraphElement>()
  return (
    <div className={styles.panel}>
      <p className={styles.panelHeader}>
        <span className={styles.pair}>{t('price.heading')}</span>
        <PriceBadges />
      </p>
      <p ref={flash} className={styles.price} data-testid="price">
        <CurrentPrice places={2} />
      </p>
      <p className={styles.time}>
        <CurrentTime />
      </p>
      {isUser && <OpenWorth className={styles.worth} />}
    </div>
  )
}

/** The closed round that waits for its target, then the live one. */
function Rounds() {
  const { t } = useLanguage()
  const { data: summary, error, isPending, refetch } = useSummary()
  const isGuest = useSession().status === 'guest'
  return (
    <section
      className={`${styles.rounds} ${isGuest ? '' : styles.own}`}
      aria-label={t('round.rounds')}
    >
      {summary && (
        <>
          <RoundCard kind="closed" target={summary.target1} />
          <RoundCard kind="live" target={summary.target2} />
        </>
      )}
      {!summary && (
        <div className={styles.roundsPlaceholder}>
          {isPending ? (
            <Loading text={t('state.loading')} />
          ) : (
            <LoadFailure error={error} onRetry={refetch} />
          )}
        </div>
      )}
    </section>
  )
}

/** Time for which a new price is marked, ms. */
const FLASH_MS = 150

/** Marks an element with `data-tick` up or down for a moment when the price changes. */
function useTickFlash<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const { live } = useServices()
  const ref = useRef<Kind>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = live.price.subscribe((price, before) => {
      if (!ref.current || !price || !before || price.value === before.value) return
      ref.current.dataset.tick = Number(price.value) > Number(before.value) ? 'up' : 'down'
      clearTimeout(timer)
      timer = setTimeout(() => delete ref.current?.dataset.tick, FLASH_MS)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [live])
  return ref
}
