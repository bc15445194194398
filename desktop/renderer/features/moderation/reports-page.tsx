import { useLocation, useParams, useSearchParams } from 'react-router-dom'
import { BackLink } from '#desktop/renderer/components/page.tsx'
import { Tabs } from '#desktop/renderer/components/tabs.tsx'
import { AuthGuard, LoginRequired } from '#desktop/renderer/features/auth/auth-guard.tsx'
import { idOf, pageOf } from '#desktop/renderer/features/posts/list-url.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { moderationAdminTexts } from '#shared/i18n/screens/moderation-admin.ts'
import { PATHS, parentOf } from '#shared/rules/paths.ts'
import { AppealsList } from './admin/appeals-list.tsx'
import { CaseList, reportsPath, TABS } from './admin/case-list.tsx'
import { CasePane } from './admin/case-pane.tsx'
import type { CaseState } from './api.ts'
import styles from './reports-page.module.css'

/** Reports and appeals, for admins. */
export function Component() {
  const t = useTexts(moderationAdminTexts)
  const { t: core } = useLanguage()
  const { pathname, search } = useLocation()
  return (
    <>
      <title>{`${t('admin.title')} · ${core('app.name')}`}</title>
      <BackLink to={parentOf(pathname) + (parentOf(pathname) === PATHS.profile ? '' : search)} />
      <AuthGuard
        requires="admin"
        from={pathname + search}
        declinedTo={PATHS.home}
        checkingText={core('login.checking')}
        guest={<LoginRequired text={t('admin.login')} />}
        denied={{ text: t('admin.denied'), to: PATHS.home }}
      >
        {() => <ReportsView />}
      </AuthGuard>
    </>
  )
}

/** Tabs above the list of cases with one open beside it, or above the appeals. */
function ReportsView() {
  const t = useTexts(moderationAdminTexts)
  const [query] = useSearchParams()
  const id = idOf(useParams().id)
  const tab = TABS.find((name) => name === query.get('tab')) ?? 'open'
  // The screen's heading is that of the open case.
  const Name = id === null ? 'h1' : 'p'
  const tabs = TABS.map((name) => ({
    path: reportsPath(name),
    text: t(`admin.tab.${name}`),
    isSelected: name === tab,
  }))
  return (
    <div className="page">
      <div className={styles.head}>
        <Name className={styles.name} tabIndex={-1}>
          {t('admin.title')}
        </Name>
        <Tabs label={t('admin.tabs')} tabs={tabs} isPage={id === null} />
      </div>
      {tab === 'appeals' ? <AppealsList /> : <Cases state={tab} page={pageOf(query)} id={id} />}
    </div>
  )
}

interface CasesProps {
  state: CaseState
  page: number
  /** The open case. */
  id: number | null
}

function Cases({ state, page, id }: CasesProps) {
  const t = useTexts(moderationAdminTexts)
  return (
    <div className={styles.split} data-open={id !== null || undefined}>
      <div className={styles.list}>
        <CaseList state={state} page={page} currentId={id} />
        <p className={styles.keys}>{t('admin.keys')}</p>
      </div>
      {id === null ? (
        <p className={styles.choose}>{t('admin.choose')}</p>
      ) : (
        <CasePane key={id} id={id} state={state} page={page} />
      )}
    </div>
  )
}
