import { useParams, useSearchParams } from 'react-router-dom'
import { Tabs } from '#desktop/renderer/components/tabs.tsx'
import type { CaseState } from '#desktop/renderer/features/moderation/admin-api.ts'
import { idOf, pageOf } from '#desktop/renderer/features/posts/list-url.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { moderationAdminTexts } from '#shared/i18n/screens/moderation-admin.ts'
import { AppealsList } from './appeals-list.tsx'
import { CaseList } from './case-list.tsx'
import { CasePane } from './case-pane.tsx'
import { reportsPath, TABS } from './reports-path.ts'
import styles from './reports-view.module.css'

/** Tabs above the list of cases with one open beside it, or above the appeals. */
export function ReportsView() {
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
    <div className={styles.page}>
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
