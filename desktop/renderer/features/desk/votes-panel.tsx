import { Link } from 'react-router-dom'
import { PriceLevels } from '#desktop/renderer/features/levels/price-levels.tsx'
import { OwnVotes } from '#desktop/renderer/features/own-votes/own-votes.tsx'
import { SettledBanner } from '#desktop/renderer/features/own-votes/settled-banner.tsx'
import { useOwnVotes } from '#desktop/renderer/features/own-votes/use-own-votes.ts'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import {
  useLanguage,
  useServices,
  useSession,
  useTexts,
} from '#desktop/renderer/platform/services.ts'
import { deskTexts } from '#shared/i18n/screens/desk.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './votes-panel.module.css'

/** The own open calls, new results, and in the desktop app the price alert. */
export function VotesPanel({ hasVoted }: { hasVoted: boolean }) {
  const { desktop } = useServices().platform
  const hasLevels = useSession().status === 'user' || desktop !== null
  const t = useTexts(deskTexts)
  return (
    <div className={styles.calls}>
      <Calls hasVoted={hasVoted} />
      {hasLevels && (
        <section className={styles.alert} aria-label={t('panel.alert')}>
          <PriceLevels />
        </section>
      )}
    </div>
  )
}

function Calls({ hasVoted }: { hasVoted: boolean }) {
  const { t: core } = useLanguage()
  const t = useTexts(deskTexts)
  const session = useSession()
  const { data: summary } = useSummary()
  const { data: votes } = useOwnVotes()
  if (session.status === 'guest') {
    return (
      <p className={styles.empty}>
        {t('guest.calls')}{' '}
        <Link to={PATHS.login} state={{ from: PATHS.desk }}>
          {core('header.login')}
        </Link>
      </p>
    )
  }
  const isWaiting = votes?.some(({ targetTime }) => targetTime === summary?.target1.targetDate)
  return (
    <>
      <SettledBanner />
      {hasVoted || isWaiting ? (
        <OwnVotes hasVoted={hasVoted} />
      ) : (
        votes && <p className={styles.empty}>{t('calls.empty')}</p>
      )}
    </>
  )
}
