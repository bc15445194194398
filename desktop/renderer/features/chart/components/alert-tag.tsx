import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import {
  type AlertLine,
  type Draft,
  priceTick,
  stepPrice,
} from '#desktop/renderer/features/chart/model/alert-lines.ts'
import type { PlotArea } from '#desktop/renderer/features/chart/model/plot-area.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { chartAlertTexts } from '#shared/i18n/screens/chart-alerts.ts'
import styles from './price-alerts.module.css'

/** Ticks by key. */
const STEPS: Record<string, number> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
}
/** Longer prices than 104,250.5 take smaller digits. */
const LONG = 9
const BELL = 'M3 8.5h6l-1-1.5V4.5a2 2 0 0 0-4 0V7zM5 10.5h2'

interface AlertTagProps {
  line: AlertLine
  /** The present price, while it is moved too. */
  price: string
  text: string
  /** Id of the text that names the keys. */
  hint: string
  isMoved: boolean
  area: StoreApi<PlotArea | null>
  draft: StoreApi<Draft | null>
  onSave: (draft: Draft) => void
  onRemove: (line: AlertLine) => void
  /** Called when the tag goes while it has the focus. */
  onFocusLost: () => void
}

/** The tag of an alert on the price axis: a handle for pointers, and a slider for the keyboard. */
export function AlertTag(props: AlertTagProps) {
  const { line, price, text, hint, isMoved, area, draft } = props
  const { onSave, onRemove, onFocusLost } = props
  const t = useTexts(chartAlertTexts)
  const tag = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = tag.current
    return () => {
      if (element === document.activeElement) onFocusLost()
    }
  }, [onFocusLost])
  const putBack = () => {
    const made = draft.getState()
    if (made?.key === line.key && !made.isSaving) draft.setState(null, true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const plot = area.getState()
    if (!plot || event.altKey || event.ctrlKey || event.metaKey) return
    const step = STEPS[event.key]
    const made = draft.getState()
    if (step !== undefined) {
      const count = event.shiftKey ? step * 10 : step
      const to = stepPrice(price, count, priceTick(plot), plot)
      draft.setState({ key: line.key, from: line.price, price: to, isSaving: false }, true)
    } else if (event.key === 'Enter') {
      if (made?.key === line.key && !made.isSaving) onSave(made)
    } else if (event.key === 'Escape') putBack()
    // The key of that name on a Mac.
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove(line)
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={tag}
      role="slider"
      tabIndex={0}
      className={styles.tag}
      aria-label={t('alert.name')}
      aria-describedby={hint}
      aria-orientation="vertical"
      aria-valuenow={Number(price)}
      aria-valuetext={t('alert.at', { price: text })}
      data-alert={line.key}
      data-moved={isMoved}
      onKeyDown={onKeyDown}
      onBlur={putBack}
      hidden
    >
      <span data-long={text.length > LONG}>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <path d={BELL} />
        </svg>
        {text}
      </span>
    </div>
  )
}
