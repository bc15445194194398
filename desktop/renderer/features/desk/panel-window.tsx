import { Navigate, useParams } from 'react-router-dom'
import { Overlays } from '#desktop/renderer/components/overlays.tsx'
import { useVoteCount } from '#desktop/renderer/features/votes/eligibility.ts'
import { openLinksInMain } from '#desktop/renderer/platform/open-in-main.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { deskTexts } from '#shared/i18n/screens/desk.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { Desk } from './desk.tsx'
import { LiveColumn } from './live-column.tsx'
import { NotePane, useNotePane } from './note-pane.tsx'
import styles from './panel-window.module.css'
import { RoundsColumn } from './rounds-column.tsx'
import { VotesPanel } from './votes-panel.tsx'

const HEADINGS = {
  desk: 'desk.title',
  calls: 'panel.calls',
  rounds: 'panel.rounds',
  live: 'panel.live',
} as const

/** The desk, or one of its panels, in a window of its own. Its links open in the main window. */
export function Component() {
  const { t: core } = useLanguage()
  const t = useTexts(deskTexts)
  const { desktop } = useServices().platform
  const { panel } = useParams()
  if (!desktop || !isPanel(panel)) return <Navigate to={PATHS.home} replace />
  const heading = t(HEADINGS[panel])
  return (
    <main
      className={styles.window}
      data-panel={panel}
      onClickCapture={(event) => openLinksInMain(desktop, event)}
    >
      <title>{`${heading} · ${core('app.name')}`}</title>
      <h1 className="visually-hidden">{t('desk.title')}</h1>
      {panel !== 'desk' && <h2 className="visually-hidden">{heading}</h2>}
      <Content panel={panel} />
      <Overlays />
    </main>
  )
}

type Shown = keyof typeof HEADINGS
const isPanel = (name: string | undefined): name is Shown =>
  name !== undefined && Object.hasOwn(HEADINGS, name)

function Content({ panel }: { panel: Shown }) {
  const hasVoted = useVoteCount() > 0
  if (panel === 'desk') return <Desk />
  if (panel === 'calls') return <VotesPanel hasVoted={hasVoted} />
  if (panel === 'live') return <LiveColumn />
  return <Rounds hasVoted={hasVoted} />
}

/** The rounds, with the note of a new vote below them while it is written. */
function Rounds({ hasVoted }: { hasVoted: boolean }) {
  const note = useNotePane(hasVoted)
  return (
    <>
      <RoundsColumn hasVoted={hasVoted} {...note.ofForm} />
      {note.isWriting && <NotePane onPlace={note.setPlace} />}
    </>
  )
}
