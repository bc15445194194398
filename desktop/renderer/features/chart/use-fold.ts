import { useCallback, useState, useSyncExternalStore } from 'react'
import { useServices } from '#desktop/renderer/platform/services.ts'

const PHONE = '(max-width: 600px)'
const KEY = 'chartFolded'

const subscribe = (listener: () => void) => {
  const list = matchMedia(PHONE)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}
const isPhone = () => matchMedia(PHONE).matches
const isPhoneAtServer = () => false

/** Whether the chart is folded; only phones fold it. */
export interface Fold {
  canFold: boolean
  isFolded: boolean
  toggle: () => void
}

/** The chart is open until its reader folds it; the choice is remembered. */
export function useFold(isFoldable: boolean): Fold {
  const { preferences } = useServices().platform
  const onPhone = useSyncExternalStore(subscribe, isPhone, isPhoneAtServer)
  const canFold = isFoldable && onPhone
  const [chosen, setChosen] = useState(() => preferences.read(KEY))
  const isFolded = canFold && chosen === 'folded'
  const toggle = useCallback(() => {
    const next = isFolded ? 'open' : 'folded'
    setChosen(next)
    preferences.write(KEY, next)
  }, [isFolded, preferences])
  return { canFold, isFolded, toggle }
}
