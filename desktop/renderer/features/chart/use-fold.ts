import { useCallback, useState, useSyncExternalStore } from 'react'
import { usePreference, useServices } from '#desktop/renderer/platform/services.ts'

const PHONE = '(max-width: 600px)'
/** The first paint reads it too; see app/early. */
const KEY = 'chartFolded'

const subscribe = (listener: () => void) => {
  const list = matchMedia(PHONE)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}
const isPhone = () => matchMedia(PHONE).matches
// Nothing is loaded for a chart that may be folded.
const isPhoneAtServer = () => true

/** Whether the chart is folded; only phones fold it. */
export interface Fold {
  canFold: boolean
  /** The choice; only the style sheet knows in time whether this is a phone. */
  isFoldedOnPhones: boolean
  isFolded: boolean
  toggle: () => void
}

/** Phones fold the chart until their reader opens it; the choice is remembered. */
export function useFold(canFold: boolean): Fold {
  const { preferences } = useServices().platform
  const onPhone = useSyncExternalStore(subscribe, isPhone, isPhoneAtServer)
  const stored = usePreference(KEY)
  const [chosen, setChosen] = useState<string | null>(null)
  const isFoldedOnPhones = canFold && (chosen ?? stored) !== 'open'
  const toggle = useCallback(() => {
    const next = isFoldedOnPhones ? 'open' : 'folded'
    setChosen(next)
    preferences.write(KEY, next)
    // The stored choice of the first paint; see app/early.
    delete document.documentElement.dataset.chart
  }, [isFoldedOnPhones, preferences])
  return { canFold, isFoldedOnPhones, isFolded: onPhone && isFoldedOnPhones, toggle }
}
