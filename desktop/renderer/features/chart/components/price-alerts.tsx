import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import {
  type AlertLine,
  type Draft,
  isInRange,
} from '#desktop/renderer/features/chart/model/alert-lines.ts'
import { type PlotArea, toPixelY } from '#desktop/renderer/features/chart/model/plot-area.ts'
import type { LevelChanges } from '#desktop/renderer/features/levels/level-changes.ts'
import { useShowOutcome } from '#desktop/renderer/features/levels/use-show-outcome.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { chartAlertTexts } from '#shared/i18n/screens/chart-alerts.ts'
import { levelTexts } from '#shared/i18n/screens/levels.ts'
import { AlertMenu } from './alert-menu.tsx'
import type { MenuPoint } from './alert-menu-gestures.ts'
import { AlertTag } from './alert-tag.tsx'
import { ALERT_HEIGHT, type AlertPlaces, moveTag } from './axis-tags.tsx'
import styles from './price-alerts.module.css'
import { useAlertGestures } from './use-alert-gestures.ts'

export interface PriceAlertsProps {
  alerts: readonly AlertLine[]
  area: StoreApi<PlotArea | null>
  draft: StoreApi<Draft | null>
  places: StoreApi<AlertPlaces>
  /** The keyboard cursor, from the corner of the plot, CSS pixels; null without prices. */
  cursor: () => { x: number; y: number } | null
  /** Null for a guest of a browser. */
  changes: LevelChanges | null
}

/** The lines and tags of price alerts over the plot, their gestures and the menu of the plot. */
export function PriceAlerts({ alerts, area, draft, places, cursor, changes }: PriceAlertsProps) {
  const { format } = useLanguage()
  const t = useTexts(chartAlertTexts)
  const levelText = useTexts(levelTexts)
  const showOutcome = useShowOutcome()
  const lines = useRef<HTMLDivElement>(null)
  const tags = useRef<HTMLDivElement>(null)
  const moved = useStore(draft)
  const [point, setPoint] = useState<MenuPoint | null>(null)
  const closeMenu = useCallback(() => setPoint(null), [])
  const hint = useId()
  const priceText = (price: string) => format.price(price, price.includes('.') ? 2 : 0)
  const focusCursor = useCallback(() => {
    const plot = tags.current?.parentElement
    plot?.querySelector<HTMLElement>('[role=slider]')?.focus({ preventScroll: true })
  }, [])

  useEffect(() => {
    const draw = () => {
      const plot = area.getState()
      if (!plot || !lines.current || !tags.current) return
      // From the right: the plot may narrow before it is laid out.
      lines.current.style.right = `${plot.width - plot.right}px`
      tags.current.style.width = `${plot.width - plot.right - 1}px`
      const made = draft.getState()
      alerts.forEach(({ key, price }, index) => {
        const [line, tag] = [lines.current?.children[index], tags.current?.children[index]]
        if (!line || !tag) return
        const at = key === made?.key ? made.price : price
        const y = isInRange(at, plot) ? Math.round(toPixelY(plot, Number(at))) : null
        moveTag(line, y, 0)
        moveTag(tag, places.getState().get(key), ALERT_HEIGHT * plot.scale)
        tag.setAttribute('aria-valuemin', `${Math.ceil(plot.yMin)}`)
        tag.setAttribute('aria-valuemax', `${Math.floor(plot.yMax)}`)
      })
    }
    const unsubscribes = [area, draft, places].map((store) => store.subscribe(draw))
    draw()
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [alerts, area, draft, places])

  useEffect(() => {
    const made = draft.getState()
    const line = alerts.find(({ key }) => key === made?.key)
    // Its alert has come, or another device has changed it.
    if (made && !(line && (made.isSaving || line.price === made.from))) draft.setState(null, true)
  }, [alerts, draft])

  const save = async (made: Draft) => {
    const line = alerts.find(({ key }) => key === made.key)
    if (!line || !changes || made.price === made.from) return draft.setState(null, true)
    const saving = { ...made, isSaving: true }
    draft.setState(saving, true)
    const text = t('alert.moved', { price: priceText(made.price) })
    await showOutcome(changes.move(line, made.price), text)
    if (draft.getState() === saving) draft.setState(null, true)
  }
  const remove = (line: AlertLine) => {
    if (changes) void showOutcome(changes.remove(line), levelText('level.cleared'))
  }
  const add = (price: string) => {
    const text = t('alert.added', { price: priceText(price) })
    if (changes) void showOutcome(changes.add(price), text)
  }
  useAlertGestures(lines, { area, draft, alerts, cursor, onDrop: save, onMenu: setPoint })

  return (
    <>
      <div ref={lines} className={styles.lines} aria-hidden="true">
        {alerts.map(({ key }) => (
          <div key={key} className={styles.line} data-moved={key === moved?.key} hidden />
        ))}
      </div>
      <div ref={tags} className={styles.tags}>
        {alerts.map((line) => {
          const isMoved = line.key === moved?.key
          const price = isMoved ? moved.price : line.price
          return (
            <AlertTag
              key={line.key}
              line={line}
              price={price}
              text={priceText(price)}
              hint={hint}
              isMoved={isMoved}
              area={area}
              draft={draft}
              onSave={save}
              onRemove={remove}
              onFocusLost={focusCursor}
            />
          )
        })}
      </div>
      {alerts.length > 0 && (
        <p id={hint} hidden>
          {t('alert.hint')}
        </p>
      )}
      {point && (
        <AlertMenu
          point={point}
          line={alerts.find(({ key }) => key === point.key) ?? null}
          priceText={priceText}
          actions={changes && { add, remove }}
          onClose={closeMenu}
        />
      )}
    </>
  )
}
