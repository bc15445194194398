import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Badge } from '#desktop/renderer/components/badge.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { RichContent } from '#desktop/renderer/components/rich-content.tsx'
import { type CaseState, useCase } from '#desktop/renderer/features/moderation/api.ts'
import { HiddenBadge } from '#desktop/renderer/features/moderation/hidden-content.tsx'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { CaseDetail } from '#shared/contract/moderation.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'
import { moderationAdminTexts } from '#shared/i18n/screens/moderation-admin.ts'
import { ADMIN_REPORTS } from '#shared/rules/paths.ts'
import { reportedPath } from '#shared/rules/reported-path.ts'
import { ActForm } from './act-form.tsx'
import styles from './case-pane.module.css'
import { AuthorRecord } from './moderated-author.tsx'

interface CasePaneProps {
  id: number
  /** The list beside it, which names the next case. */
  state: CaseState
  page: number
}

/** One case: the text, its reports, its author, and the decision. */
export function CasePane({ id, state, page }: CasePaneProps) {
  const t = useTexts(moderationAdminTexts)
  const { search } = useLocation()
  const { data, error, refetch } = useCase(id)
  const isOwn = error instanceof ApiFailure && error.code === 'OWN_CASE'
  return (
    <article className={styles.pane} aria-labelledby="case">
      <p className={styles.back}>
        <Link to={ADMIN_REPORTS + search}>{t('admin.back')}</Link>
      </p>
      <h1 id="case" tabIndex={-1}>
        {t('case.title', { id })}
      </h1>
      {data && <Case detail={data} state={state} page={page} />}
      {!data &&
        error &&
        (isOwn ? <p>{t('case.own')}</p> : <LoadFailure error={error} onRetry={refetch} />)}
      {!data && !error && <Loading text={t('case.loading')} />}
    </article>
  )
}

interface CaseProps {
  detail: CaseDetail
  state: CaseState
  page: number
}

function Case({ detail, state, page }: CaseProps) {
  const moderationText = useTexts(moderationTexts)
  const t = useTexts(moderationAdminTexts)
  const { format } = useLanguage()
  const { closed, decision } = detail
  const known = ACTS.find((one) => one === decision)
  return (
    <>
      <p className={styles.marks}>
        <Badge tone="quiet">{moderationText(`target.${detail.target}`)}</Badge>
        {detail.hidden && <HiddenBadge />}
        <PageLink detail={detail} />
      </p>
      {closed && (
        <p className={styles.decided}>
          {t('case.decided', {
            decision: known ? moderationText(`act.${known}`) : '—',
            time: format.date(Date.parse(closed)),
          })}
        </p>
      )}
      <Part heading={t('case.text')}>
        <ReportedText detail={detail} />
      </Part>
      <Part heading={t('case.reports')}>
        <ReportTexts detail={detail} />
      </Part>
      <Part heading={t('case.author')}>
        <AuthorRecord author={detail.author} />
      </Part>
      <ActForm detail={detail} state={state} page={page} />
    </>
  )
}

const ACTS = ['hide', 'restore', 'rename', 'mute', 'unmute', 'ban', 'unban', 'dismiss'] as const

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{heading}</h2>
      {children}
    </section>
  )
}

function PageLink({ detail }: { detail: CaseDetail }) {
  const t = useTexts(moderationAdminTexts)
  const path = reportedPath(detail)
  return path && <Link to={path}>{t('case.open')}</Link>
}

/** The text as readers see it, but pictures load only on a click. */
function ReportedText({ detail }: { detail: CaseDetail }) {
  const t = useTexts(moderationAdminTexts)
  if (detail.target === 'nickname') {
    return (
      <p className={styles.nickname}>
        <bdi>{detail.excerpt}</bdi>
      </p>
    )
  }
  if (detail.content === '') return <p>{t('case.gone')}</p>
  return (
    <div className={styles.content}>
      <RichContent html={detail.content} picturesWait />
    </div>
  )
}

function ReportTexts({ detail }: { detail: CaseDetail }) {
  const moderationText = useTexts(moderationTexts)
  const t = useTexts(moderationAdminTexts)
  const { format } = useLanguage()
  return (
    <ol className={styles.reports}>
      {detail.reportList.map(({ reporter, trusted, reason, text, created }) => (
        <li key={`${reporter.id} ${created}`}>
          <p className={styles.marks}>
            <strong>{moderationText(`reason.${reason}`)}</strong>
            <span>
              {reporter.uniqueCode} <bdi>{reporter.nickname}</bdi>
            </span>
            {trusted && <Badge tone="good">{t('case.trusted')}</Badge>}
            <time dateTime={created}>{format.date(Date.parse(created))}</time>
          </p>
          {text && <p className={styles.reportText}>{text}</p>}
        </li>
      ))}
    </ol>
  )
}
