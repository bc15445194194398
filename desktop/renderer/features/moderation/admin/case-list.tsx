import { Link, useLocation } from 'react-router-dom'
import { Badge } from '#desktop/renderer/components/badge.tsx'
import { Empty } from '#desktop/renderer/components/empty.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { Pagination } from '#desktop/renderer/components/pagination.tsx'
import { type CaseState, useCases } from '#desktop/renderer/features/moderation/api.ts'
import { HiddenBadge } from '#desktop/renderer/features/moderation/hidden-content.tsx'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { CaseItem } from '#shared/contract/moderation.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'
import { moderationAdminTexts } from '#shared/i18n/screens/moderation-admin.ts'
import { ADMIN_REPORTS, adminCasePath } from '#shared/rules/paths.ts'
import styles from './case-list.module.css'

/** Tabs of the reports screen. */
export const TABS = ['open', 'closed', 'appeals'] as const
export type Tab = (typeof TABS)[number]

/** Path of a tab and page, without an open case. */
export function reportsPath(tab: Tab, page = 1): string {
  const query = new URLSearchParams()
  if (tab !== 'open') query.set('tab', tab)
  if (page > 1) query.set('page', String(page))
  const search = query.toString()
  return search ? `${ADMIN_REPORTS}?${search}` : ADMIN_REPORTS
}

interface CaseListProps {
  state: CaseState
  page: number
  currentId: number | null
}

/** A page of reported texts and names. */
export function CaseList({ state, page, currentId }: CaseListProps) {
  const t = useTexts(moderationAdminTexts)
  const { data, error, isPending, isPlaceholderData, refetch } = useCases(state, page)
  if (isPending) return <Loading text={t('admin.loading')} />
  if (!data) return <LoadFailure error={error} onRetry={refetch} />
  return (
    <>
      {data.cases.length === 0 ? (
        <Empty text={t(page === 1 ? `admin.empty.${state}` : 'admin.emptyPage')} />
      ) : (
        <ol className={styles.rows} aria-label={t('admin.list')} aria-busy={isPlaceholderData}>
          {data.cases.map((item) => (
            <Row key={item.id} item={item} isCurrent={item.id === currentId} />
          ))}
        </ol>
      )}
      <Pagination
        label={t('admin.pages')}
        current={page}
        total={data.pagination.totalPages}
        to={(number) => reportsPath(state, number)}
      />
    </>
  )
}

function Row({ item, isCurrent }: { item: CaseItem; isCurrent: boolean }) {
  const t = useTexts(moderationTexts)
  const adminText = useTexts(moderationAdminTexts)
  const { format } = useLanguage()
  const { clock } = useServices()
  const { search } = useLocation()
  const since = Date.parse(item.closed ?? item.opened)
  return (
    <li className={styles.row} data-current={isCurrent || undefined}>
      <Link
        to={adminCasePath(item.id) + search}
        className={`row-link ${styles.title}`}
        aria-current={isCurrent ? 'true' : undefined}
      >
        <bdi>{item.excerpt || adminText('admin.noTitle')}</bdi>
      </Link>
      <span className={styles.meta}>
        <Badge tone="quiet">{t(`target.${item.target}`)}</Badge>
        {item.hidden && <HiddenBadge />}
        <b>{adminText('admin.reports', { count: format.count(item.reports) })}</b>
        <span>{item.reasons.map((reason) => t(`reason.${reason}`)).join(', ')}</span>
        <span>
          {item.author.uniqueCode} <bdi>{item.author.nickname}</bdi>
        </span>
        <time dateTime={item.closed ?? item.opened} title={format.date(since)}>
          {format.ago(Math.max(0, (clock.now() - since) / 60_000))}
        </time>
      </span>
    </li>
  )
}
