import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { AdSlot } from '#desktop/renderer/features/ads/ad-slot.tsx'
import { CurrentPrice, PriceBadges } from '#desktop/renderer/features/market/live-price.tsx'
import { CurrentTime } from '#desktop/renderer/features/market/live-time.tsx'
import { useTickFlash } from '#desktop/renderer/features/market/use-tick-flash.ts'
import { ColorsQuestionSlot } from '#desktop/renderer/features/settings/colors-question-slot.tsx'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { useLanguage, useSession } from '#desktop/renderer/platform/services.ts'
import styles from './home-page.module.css'
import { BestVotes, Rankers, RecentPosts } from './lists.tsx'
import { NewcomerSteps } from './newcomer-steps.tsx'
import { RoundCard } from './round-card.tsx'
import { SettledSlot } from './settled-slot.tsx'

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
      <SettledSlot />
      <AdSlot place="top" />
      <Rounds />
      <AdSlot place="middle" />
      <div className={styles.lists}>
        <Rankers />
        <RecentPosts />
        <BestVotes />
      </div>
      <AdSlot place="bottom" />
      <ColorsQuestionSlot />
    </div>
  )
}

function PricePanel() {
  const { t } = useLanguage()
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
