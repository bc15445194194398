import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Empty } from '#desktop/renderer/components/empty.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { useOwnRounds } from '#desktop/renderer/features/rounds/api.ts'
import { useLanguage, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import { deskTexts } from '#shared/i18n/screens/desk.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './live-column.module.css'
import { LiveRow } from './live-row.tsx'
import { useHeldEvents } from './use-held-events.ts'
import { useIsReading } from './use-is-reading.ts'
import { useLiveEvents } from './use-live-events.ts'

interface LiveColumnProps {
  /** Entries open in place of the column, by the query of the same screen. */
  opensBeside?: boolean
}

/** New votes, posts and settlements. Holds still while it is read: hovered, focused or scrolled. */
export function LiveColumn({ opensBeside = false }: LiveColumnProps) {
  const { t: core } = useLanguage()
  const t = useTexts(deskTexts)
  const { events, isPending, error, refetch } = useLiveEvents()
  const [column, setColumn] = useState<HTMLElement | null>(null)
  const { shown, newCount, release } = useHeldEvents(events, useIsReading(column) && !isPending)
  const settled = events.flatMap((event) => (event.kind === 'settled' ? [event.round] : []))
  const ownPoints = useOwnRounds(useUser()?.id ?? null, settled)
  const list = useRef<HTMLDivElement>(null)

  if (events.length === 0 && isPending) {
    return (
      <div className={styles.waiting}>
        <Loading text={core('state.loading')} />
      </div>
    )
  }
  if (events.length === 0 && error) return <LoadFailure error={error} onRetry={refetch} />

  const showNew = () => {
    release()
    list.current?.scrollTo({ top: 0 })
    // The button is gone now.
    list.current?.querySelector('a')?.focus({ preventScroll: true })
  }
  return (
    <div ref={setColumn} className={styles.column}>
      {newCount > 0 && (
        <button type="button" className={styles.more} onClick={showNew}>
          {t('live.new', { count: newCount })}
        </button>
      )}
      <div ref={list} className={styles.list}>
        {shown.length === 0 ? (
          <Empty text={t('live.empty')} />
        ) : (
          <ol>
            {shown.map((event) => (
              <LiveRow
                key={event.key}
                event={event}
                opensBeside={opensBeside}
                points={(event.kind === 'settled' && ownPoints.get(event.round.targetDate)) || null}
              />
            ))}
          </ol>
        )}
        <p className={styles.all}>
          <Link to={PATHS.votes}>{t('live.all')}</Link>
        </p>
      </div>
    </div>
  )
}
