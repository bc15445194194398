import { type ReactNode, useId } from 'react'
import { IconButton } from '#desktop/renderer/components/icon-button.tsx'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { deskTexts } from '#shared/i18n/screens/desk.ts'
import styles from './desk-panel.module.css'

interface DeskPanelProps {
  heading: string
  /** Controls beside the heading. */
  side?: ReactNode
  /** Opens the panel in a window of its own, in the desktop app. */
  onPopOut?: (() => void) | null
  /** Folds sideways instead of upwards. */
  isColumn?: boolean
  isFolded?: boolean
  /** Folds and unfolds the panel; left out for one that always stays. */
  onFold?: () => void
  children: ReactNode
}

/** A panel with its head; folded, only the head is left. */
export function DeskPanel(props: DeskPanelProps) {
  const { heading, side, isColumn = false, isFolded = false, onFold, onPopOut, children } = props
  const t = useTexts(deskTexts)
  const [headingId, bodyId] = [useId(), useId()]
  return (
    <section
      className={styles.panel}
      data-folded={isFolded || undefined}
      data-column={isColumn || undefined}
      aria-labelledby={headingId}
    >
      <div className={styles.head}>
        <h2 id={headingId}>{heading}</h2>
        {side}
        {onPopOut && !isFolded && (
          <IconButton
            name={t('panel.window', { panel: heading })}
            path="M6 3H3v10h10v-3M9 3h4v4M13 3 7.5 8.5"
            onClick={onPopOut}
          />
        )}
        {onFold && (
          <IconButton
            name={t(isFolded ? 'panel.unfold' : 'panel.fold', { panel: heading })}
            path={isFolded ? 'M3 8h10M8 3v10' : 'M3 8h10'}
            onClick={onFold}
            isExpanded={!isFolded}
            controls={isFolded ? undefined : bodyId}
          />
        )}
      </div>
      {!isFolded && (
        <div id={bodyId} className={styles.body}>
          {children}
        </div>
      )}
    </section>
  )
}
