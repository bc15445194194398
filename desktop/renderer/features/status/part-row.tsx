import { useExchangeName } from '#desktop/renderer/features/market/use-exchange-name.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { PartState, StatusPart, SystemStatus } from '#shared/contract/status.ts'
import { statusTexts } from '#shared/i18n/screens/status.ts'
import styles from './status-page.module.css'

const MARKS: Record<PartState, string> = { ok: '✓', degraded: '!', down: '✕', unknown: '?' }

/** The mark of a state, beside its word. */
export function StateMark({ state }: { state: PartState }) {
  return (
    <span className={styles.mark} data-state={state} aria-hidden="true">
      {MARKS[state]}
    </span>
  )
}

interface PartRowProps {
  part: StatusPart
  status: SystemStatus
}

/** A part of the site with its state in words, since when, and what follows from it. */
export function PartRow({ part, status }: PartRowProps) {
  const t = useTexts(statusTexts)
  const { format } = useLanguage()
  const { state, since, isSinceStart } = status[part]
  const time = format.date(Date.parse(since))
  return (
    <li>
      <StateMark state={state} />
      <span className={styles.name}>{t(`part.${part}`)}</span>
      <strong data-state={state}>{t(WORDS[part][state] ?? 'unknown')}</strong>
      <time className={styles.since} dateTime={since}>
        {t(isSinceStart ? 'sinceOrEarlier' : 'since', { time })}
      </time>
      <span className={styles.details}>
        {part === 'feed' && <FeedDetails feed={status.feed} />}
        {part === 'jobs' && state !== 'unknown' && <JobDetails jobs={status.jobs} />}
        {part === 'database' && state === 'down' && t('database.note')}
        {part === 'push' && state === 'degraded' && t('push.note')}
        {part === 'stream' && state === 'degraded' && t('stream.note')}
        {state === 'unknown' && t('unknown.note')}
      </span>
    </li>
  )
}

type WordKey = `${StatusPart}.${PartState}` & keyof (typeof statusTexts)['en-US']

/** Words of the states that a part has; of any other nothing is claimed. */
const WORDS: Record<StatusPart, Partial<Record<PartState, WordKey>>> = {
  feed: { ok: 'feed.ok', degraded: 'feed.degraded', down: 'feed.down' },
  database: { ok: 'database.ok', down: 'database.down' },
  jobs: { ok: 'jobs.ok', down: 'jobs.down' },
  push: { ok: 'push.ok', degraded: 'push.degraded' },
  stream: { ok: 'stream.ok', degraded: 'stream.degraded' },
}

function FeedDetails({ feed }: Pick<SystemStatus, 'feed'>) {
  const t = useTexts(statusTexts)
  const { format } = useLanguage()
  const exchangeName = useExchangeName()
  const { market, source, priceTime, state } = feed
  return [
    market === 'real'
      ? source && t('feed.source', { source: exchangeName(source) })
      : t(`feed.${market}`),
    priceTime && t('feed.price', { time: format.clock(Date.parse(priceTime)) }),
    state === 'down' && t('feed.note'),
  ]
    .filter(Boolean)
    .join(' ')
}

function JobDetails({ jobs: { lastSettlement, overdueSince } }: Pick<SystemStatus, 'jobs'>) {
  const t = useTexts(statusTexts)
  const { format } = useLanguage()
  const date = (instant: string) => format.date(Date.parse(instant))
  return [
    overdueSince && t('jobs.overdue', { time: date(overdueSince) }),
    lastSettlement
      ? t('jobs.last', {
          time: format.clock(Date.parse(lastSettlement.settledAt)),
          late: format.span(
            Math.max(
              0,
              Date.parse(lastSettlement.settledAt) - Date.parse(lastSettlement.targetDate),
            ),
          ),
        })
      : t('jobs.none'),
  ]
    .filter(Boolean)
    .join(' ')
}
