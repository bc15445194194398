import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { Page } from '#desktop/renderer/components/page.tsx'
import { Section } from '#desktop/renderer/components/section.tsx'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { STATUS_PARTS, type SystemStatus } from '#shared/contract/status.ts'
import { statusTexts } from '#shared/i18n/screens/status.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { useSystemStatus } from './api.ts'
import { PartRow, StateMark } from './part-row.tsx'
import styles from './status-page.module.css'

/** Whether the parts of the site work, for everybody. */
export function Component() {
  const t = useTexts(statusTexts)
  const { format } = useLanguage()
  const { data, error, isPending, refetch } = useSystemStatus()
  const lost = data && t('lost', { time: format.clock(Date.parse(data.checkedAt)) })
  return (
    <Page title={t('title')} back={PATHS.home}>
      {isPending && <Loading text={t('loading')} />}
      {error && <LoadFailure error={error} onRetry={refetch} lead={lost ?? t('unreachable')} />}
      {data && <Status status={data} isCurrent={!error} />}
    </Page>
  )
}

/** The state of the worst part. */
function worstOf(status: SystemStatus): 'ok' | 'degraded' | 'down' {
  const states = STATUS_PARTS.map((part) => status[part].state)
  if (states.includes('down')) return 'down'
  return states.every((state) => state === 'ok') ? 'ok' : 'degraded'
}

/** `isCurrent` is false while the server cannot be reached: no sentence then says that it works. */
function Status({ status, isCurrent }: { status: SystemStatus; isCurrent: boolean }) {
  const t = useTexts(statusTexts)
  const { format } = useLanguage()
  const worst = worstOf(status)
  return (
    <>
      {isCurrent && (
        <p className={styles.all}>
          <StateMark state={worst} /> <strong>{t(`all.${worst}`)}</strong>{' '}
          <small>
            <time dateTime={status.checkedAt}>
              {t('checked', { time: format.clock(Date.parse(status.checkedAt)) })}
            </time>
          </small>
        </p>
      )}
      <Section heading={t('parts')}>
        <ul className={styles.parts}>
          {STATUS_PARTS.map((part) => (
            <PartRow key={part} part={part} status={status} />
          ))}
        </ul>
        <p className={styles.about}>{t('about')}</p>
      </Section>
    </>
  )
}
