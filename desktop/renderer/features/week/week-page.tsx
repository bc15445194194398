import { Link, useParams } from 'react-router-dom'
import { useStore } from 'zustand'
import { CopyPicture } from '#desktop/renderer/components/copy-picture.tsx'
import { Empty } from '#desktop/renderer/components/empty.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { Page } from '#desktop/renderer/components/page.tsx'
import { Section } from '#desktop/renderer/components/section.tsx'
import { LoginRequired } from '#desktop/renderer/features/auth/auth-guard.tsx'
import { VoteRows } from '#desktop/renderer/features/users/vote-rows.tsx'
import {
  useLanguage,
  useServices,
  useSession,
  useTexts,
} from '#desktop/renderer/platform/services.ts'
import { isMissing } from '#desktop/shared/api-failure.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import type { OwnWeek } from '#shared/contract/profile.ts'
import { weekPageTexts } from '#shared/i18n/screens/week-page.ts'
import { mondayOf, weekOf, weekStart } from '#shared/rules/iso-week.ts'
import { PATHS, weekPath } from '#shared/rules/paths.ts'
import { WEEK_MS } from '#shared/rules/time.ts'
import { useOwnWeek } from './api.ts'
import styles from './week-page.module.css'
import { WeekTiles } from './week-tiles.tsx'

/** The own calls that settled in a week, and what they earned. */
export function Component() {
  const t = useTexts(weekPageTexts)
  const { t: core } = useLanguage()
  const session = useSession()
  const { week = '' } = useParams()
  const monday = weekStart(week)
  const [year, number] = week.split('-')
  const title =
    monday === null ? t('mine') : t('title', { year: year ?? '', week: `${Number(number)}` })
  return (
    <Page title={title} back={PATHS.votes} lead={monday !== null && <Lead monday={monday} />}>
      {monday === null && <Empty text={t('unknown')} />}
      {session.status === 'checking' && <Loading text={core('login.checking')} />}
      {session.status === 'guest' && <LoginRequired text={t('guest')} />}
      {session.status === 'user' && monday !== null && (
        <Week key={week} userId={session.user.id} week={week} />
      )}
    </Page>
  )
}

/** The days of the week, and links to those around it; none to the future. */
function Lead({ monday }: { monday: number }) {
  const t = useTexts(weekPageTexts)
  const { format } = useLanguage()
  const present = useStore(useServices().seconds, mondayOf)
  const next = monday + WEEK_MS
  return (
    <>
      <p className={styles.span}>
        {t('span', { from: format.utcDay(monday), until: format.utcDay(next - 1) })}
        {monday === present && <span className={styles.soFar}>{t('soFar')}</span>}
      </p>
      <nav className={styles.neighbors} aria-label={t('weeks')}>
        <Link to={weekPath(weekOf(monday - 1))} rel="prev">
          ← {t('previous')}
        </Link>
        {next <= present && (
          <Link to={weekPath(weekOf(next))} rel="next">
            {t('next')} →
          </Link>
        )}
      </nav>
    </>
  )
}

function Week({ userId, week }: { userId: number; week: string }) {
  const t = useTexts(weekPageTexts)
  const { data, error, isPending, refetch } = useOwnWeek(userId, week)
  if (isPending) return <Loading text={t('loading')} />
  if (!data) {
    if (isMissing(error)) return <Empty text={t('unknown')} />
    return <LoadFailure error={error} onRetry={refetch} />
  }
  return (
    <>
      {error && <LoadFailure error={error} onRetry={refetch} />}
      <WeekTiles week={data} />
      <SettledVotes week={data} />
    </>
  )
}

function SettledVotes({ week: { week, settled, best, worst } }: { week: OwnWeek }) {
  const t = useTexts(weekPageTexts)
  const noteOf = ({ id }: { id: number }) => {
    if (id === best) return t('best')
    return id === worst ? t('worst') : null
  }
  return (
    <Section heading={t('settled')} side={settled.length > 0 && <Picture week={week} />}>
      {settled.length === 0 ? (
        <Empty text={t('empty')} />
      ) : (
        <VoteRows votes={settled} noteOf={noteOf} />
      )}
    </Section>
  )
}

function Picture({ week }: { week: string }) {
  return (
    <CopyPicture
      className={styles.copy}
      path={`${API_PREFIX}/profile/week/picture?week=${week}`}
      name={`tidemark-${week}`}
      isOwn
    />
  )
}
