import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  Group,
  type Layout,
  type LayoutChangedMeta,
  Panel,
  Separator,
  useGroupRef,
  usePanelRef,
} from 'react-resizable-panels'
import type { PanelName } from '#desktop/bridge/shapes.ts'
import { CLOSE_ICON, IconButton } from '#desktop/renderer/components/icon-button.tsx'
import { useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { deskTexts } from '#shared/i18n/screens/desk.ts'
import { DeskPanel } from './desk-panel.tsx'
import styles from './desk-panels.module.css'
import { readLayout, removeLayout, writeLayout } from './layout-storage.ts'

/** Widths in percent. */
const COLUMNS = { main: 49, rounds: 28, live: 23 }
/** Height of two calls side by side. */
const CALLS_HEIGHT = '14rem'

/** Size of a folded panel: its head, or a narrow strip. */
const FOLDED = '2.6rem'

interface DeskPanelsProps {
  chart: ReactNode
  calls: ReactNode
  rounds: ReactNode
  live: ReactNode
  /** In place of the live column: the note of a new vote, or a vote or post that is read. */
  shown: keyof typeof SIDE_HEADINGS
  /** Closes the vote or post. */
  onClose: () => void
}

const SIDE_HEADINGS = {
  live: 'panel.live',
  note: 'panel.note',
  vote: 'panel.vote',
  post: 'panel.post',
} as const

/** The panels with their sizes: resized by pointer and keyboard, folded, stored on this device. */
export function DeskPanels(props: DeskPanelsProps) {
  const { chart, calls, rounds, live, shown, onClose } = props
  const { preferences, desktop } = useServices().platform
  const t = useTexts(deskTexts)
  const [initial] = useState(() => readLayout(preferences))
  const [columns, rows] = [useGroupRef(), useGroupRef()]
  const panels = { chart: usePanelRef(), calls: usePanelRef(), live: usePanelRef() }
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())

  const store = () => {
    if (!columns.current || !rows.current) return
    writeLayout(preferences, {
      columns: columns.current.getLayout(),
      rows: rows.current.getLayout(),
    })
  }
  const updateFolded = () => {
    const names = Object.entries(panels).filter(([, panel]) => panel.current?.isCollapsed())
    setFolded((known) => {
      const next = new Set(names.map(([name]) => name))
      return next.size === known.size && next.isSubsetOf(known) ? known : next
    })
  }
  // Changes that a window of another size makes are not stored.
  const isChosen = useRef(false)
  const onLayoutChanged = (_layout: Layout, { isUserInteraction }: LayoutChangedMeta) => {
    updateFolded()
    if (isUserInteraction || isChosen.current) store()
    isChosen.current = false
  }
  const reset = () => {
    columns.current?.setLayout(COLUMNS)
    panels.calls.current?.resize(CALLS_HEIGHT)
    removeLayout(preferences)
  }
  const fold = (name: keyof typeof panels) => ({
    isFolded: folded.has(name),
    onFold() {
      const panel = panels[name].current
      isChosen.current = true
      if (panel?.isCollapsed()) panel.expand()
      else panel?.collapse()
    },
  })

  const popOut = (panel: PanelName) => desktop && (() => desktop.openPanelWindow(panel))

  const { live: livePanel } = panels
  useEffect(() => {
    if (shown !== 'live') livePanel.current?.expand()
  }, [shown, livePanel])

  return (
    <Group
      className={styles.group}
      groupRef={columns}
      defaultLayout={initial?.columns ?? COLUMNS}
      onLayoutChanged={onLayoutChanged}
    >
      <Panel id="main" minSize="30rem">
        <Group
          className={styles.group}
          orientation="vertical"
          groupRef={rows}
          defaultLayout={initial?.rows}
          onLayoutChanged={onLayoutChanged}
        >
          <Panel
            id="chart"
            panelRef={panels.chart}
            minSize="15rem"
            collapsible
            collapsedSize={FOLDED}
          >
            <DeskPanel heading={t('panel.chart')} {...fold('chart')}>
              <div className={styles.chart}>{chart}</div>
            </DeskPanel>
          </Panel>
          <PanelSeparator label={t('separator.calls')} />
          <Panel
            id="calls"
            panelRef={panels.calls}
            defaultSize={CALLS_HEIGHT}
            minSize="8rem"
            groupResizeBehavior="preserve-pixel-size"
            collapsible
            collapsedSize={FOLDED}
          >
            <DeskPanel heading={t('panel.calls')} onPopOut={popOut('calls')} {...fold('calls')}>
              {calls}
            </DeskPanel>
          </Panel>
        </Group>
      </Panel>
      <PanelSeparator label={t('separator.rounds')} />
      <Panel id="rounds" minSize="23rem">
        <DeskPanel
          heading={t('panel.rounds')}
          onPopOut={popOut('rounds')}
          side={
            <button type="button" className={styles.reset} onClick={reset}>
              {t('panel.reset')}
            </button>
          }
        >
          {rounds}
        </DeskPanel>
      </Panel>
      <PanelSeparator label={t('separator.live')} />
      <Panel id="live" panelRef={panels.live} minSize="17rem" collapsible collapsedSize={FOLDED}>
        <DeskPanel
          heading={t(SIDE_HEADINGS[shown])}
          onPopOut={shown === 'live' ? popOut('live') : null}
          side={
            (shown === 'vote' || shown === 'post') && (
              <IconButton name={t('panel.back')} path={CLOSE_ICON} onClick={onClose} />
            )
          }
          isColumn
          {...fold('live')}
        >
          {live}
        </DeskPanel>
      </Panel>
    </Group>
  )
}

/** The edge between two panels: dragged, or moved by arrow keys; Enter folds and unfolds. */
function PanelSeparator({ label }: { label: string }) {
  return <Separator className={styles.separator ?? ''} aria-label={label} />
}
