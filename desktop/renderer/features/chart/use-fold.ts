import { useCallback, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { PATHS } from '#shared/rules/paths.ts'

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

/** On phones the chart is open above lists and folded above a vote or an editor, until it is toggled. */
export function useFold(): Fold {
  const isList = useLocation().pathname === PATHS.votes
  const { preferences } = useServices().platform
  const canFold = useSyncExternalStore(subscribe, isPhone, isPhoneAtServer)
  const [chosen, setChosen] = useState(() => preferences.read(KEY))
  const isFolded = canFold && (chosen === null ? !isList : chosen === 'folded')
  const toggle = useCallback(() => {
    const next = isFolded ? 'open' : 'folded'
    setChosen(next)
    preferences.write(KEY, next)
  }, [isFolded, preferences])
  return { canFold, isFolded, toggle }
}
