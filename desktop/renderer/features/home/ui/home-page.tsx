import { AdSlot } from '#desktop/renderer/features/ads/ad-slot.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { BestVotes } from './best-votes.tsx'
import styles from './home-page.module.css'
import { PricePanel } from './price-panel.tsx'
import { Rankers } from './rankers.tsx'
import { RecentPosts } from './recent-posts.tsx'
import { Rounds } from './rounds.tsx'

/** The home screen: what it is about, the price, the two rounds, and what people say. */
export function HomePage() {
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
      <AdSlot place="top" />
      <Rounds />
      <AdSlot place="middle" />
      <div className={styles.lists}>
        <Rankers />
        <RecentPosts />
        <BestVotes />
      </div>
      <AdSlot place="bottom" />
    </div>
  )
}
