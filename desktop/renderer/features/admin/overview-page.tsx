import { Link, useLocation } from 'react-router-dom'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { Page } from '#desktop/renderer/components/page.tsx'
import { AuthGuard, LoginRequired } from '#desktop/renderer/features/auth/auth-guard.tsx'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { overviewTexts } from '#shared/i18n/screens/overview.ts'
import { ADMIN_REPORTS, PATHS } from '#shared/rules/paths.ts'
import { useOverview } from './api.ts'
import { DayTable } from './day-table.tsx'
import styles from './overview-page.module.css'
import { OverviewTiles } from './overview-tiles.tsx'
import { TwinTable } from './twin-table.tsx'

/** The state of the site for its operator; admins only. */
export function Component() {
  const t = useTexts(overviewTexts)
  const { t: core } = useLanguage()
  const { pathname } = useLocation()
  return (
    <Page title={t('title')} back={PATHS.profile}>
      <AuthGuard
        requires="admin"
        from={pathname}
        declinedTo={PATHS.home}
        checkingText={core('login.checking')}
        guest={<LoginRequired text={t('login')} />}
        denied={{ text: t('denied'), to: PATHS.home }}
      >
        {() => <Overview />}
      </AuthGuard>
    </Page>
  )
}

function Overview() {
  const t = useTexts(overviewTexts)
  const { format } = useLanguage()
  const { data, error, isPending, refetch } = useOverview()
  if (isPending) return <Loading text={t('loading')} />
  if (!data) return <LoadFailure error={error} onRetry={refetch} />
  const time = format.date(Date.parse(data.computedAt))
  return (
    <>
      <div className={styles.head}>
        <p>{t('asOf', { time })}</p>
        <Link to={ADMIN_REPORTS}>{t('reports')}</Link>
      </div>
      {error && <LoadFailure error={error} onRetry={refetch} note={t('stale', { time })} />}
      <OverviewTiles overview={data} />
      <DayTable days={data.days} />
      <TwinTable twins={data.twins} />
    </>
  )
}
