import { useState } from 'react'
import {
  ChartFocusContext,
  createChartFocus,
} from '#desktop/renderer/features/chart/chart-focus.ts'
import { PriceChart } from '#desktop/renderer/features/chart/price-chart.tsx'
import { useVoteCount } from '#desktop/renderer/features/votes/eligibility.ts'
import styles from './desk.module.css'
import { DeskPanels } from './desk-panels.tsx'
import { LiveColumn } from './live-column.tsx'
import { NotePane, useNotePane } from './note-pane.tsx'
import { ReadingPane } from './reading-pane.tsx'
import { RoundsColumn } from './rounds-column.tsx'
import { useShownText } from './use-shown-text.ts'
import { VotesPanel } from './votes-panel.tsx'

/** Chart, rounds, own calls and live column, whose focus and note belong together. */
export function Desk() {
  const [focus] = useState(createChartFocus)
  const hasVoted = useVoteCount() > 0
  const note = useNotePane(hasVoted)
  const { text, pane, column, close } = useShownText()
  const shown = note.isWriting ? 'note' : (text?.kind ?? 'live')
  return (
    <ChartFocusContext value={focus}>
      <div className={styles.desk}>
        <DeskPanels
          shown={shown}
          onClose={close}
          chart={<PriceChart />}
          calls={<VotesPanel hasVoted={hasVoted} />}
          rounds={<RoundsColumn hasVoted={hasVoted} {...note.ofForm} />}
          live={
            note.isWriting ? (
              <NotePane onPlace={note.setPlace} />
            ) : (
              <>
                <div ref={column} className={styles.live} hidden={text !== null}>
                  <LiveColumn opensBeside />
                </div>
                {text && <ReadingPane ref={pane} text={text} />}
              </>
            )
          }
        />
      </div>
    </ChartFocusContext>
  )
}
