import { useState, useSyncExternalStore } from 'react'
import { Navigate } from 'react-router-dom'
import {
  ChartFocusContext,
  createChartFocus,
} from '#desktop/renderer/features/chart/chart-focus.ts'
import { PriceChart } from '#desktop/renderer/features/chart/price-chart.tsx'
import { useVoteCount } from '#desktop/renderer/features/votes/eligibility.ts'
import { useLanguage, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import { deskTexts } from '#shared/i18n/screens/desk.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './desk-page.module.css'
import { DeskPanels } from './desk-panels.tsx'
import { LiveColumn } from './live-column.tsx'
import { RoundsColumn } from './rounds-column.tsx'
import { VotesPanel } from './votes-panel.tsx'

/** Narrower windows show the votes screen. */
const WIDE = '(min-width: 1100px)'

function subscribeWidth(listener: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** The trader's desk: chart, rounds, own calls and live column on one screen without scrolling. */
export function Component() {
  const isWide = useSyncExternalStore(subscribeWidth, () => matchMedia(WIDE).matches)
  return isWide ? <Desk /> : <Navigate to={PATHS.votes} replace />
}

function Desk() {
  const { t: core } = useLanguage()
  const t = useTexts(deskTexts)
  const [focus] = useState(createChartFocus)
  const [isNoteOpen, setNoteOpen] = useState(false)
  const [notePlace, setNotePlace] = useState<HTMLElement | null>(null)
  const user = useUser()
  const hasVoted = useVoteCount() > 0
  const isWriting = isNoteOpen && user !== null && !hasVoted
  return (
    <ChartFocusContext value={focus}>
      <div className={styles.desk}>
        <title>{`${t('desk.title')} · ${core('app.name')}`}</title>
        <h1 className="visually-hidden">{t('desk.title')}</h1>
        <DeskPanels
          isWriting={isWriting}
          chart={<PriceChart />}
          calls={<VotesPanel hasVoted={hasVoted} />}
          rounds={
            <RoundsColumn
              hasVoted={hasVoted}
              notePlace={notePlace}
              isNoteOpen={isNoteOpen}
              onNoteOpen={setNoteOpen}
            />
          }
          live={isWriting ? <NotePane onPlace={setNotePlace} /> : <LiveColumn />}
        />
      </div>
    </ChartFocusContext>
  )
}

/** The place of a new vote's note, which the form of the vote renders into. `onPlace` must be stable. */
function NotePane({ onPlace }: { onPlace: (place: HTMLElement | null) => void }) {
  return <div ref={onPlace} className={styles.pane} />
}
