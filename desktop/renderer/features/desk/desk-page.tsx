import { useSyncExternalStore } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { deskTexts } from '#shared/i18n/screens/desk.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { Desk } from './desk.tsx'
import { pathOf, shownTextOf } from './shown-text.ts'

/** Narrower windows show the votes screen, or that of the open vote or post. */
const WIDE = '(min-width: 1100px)'

function subscribeWidth(listener: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** The trader's desk: chart, rounds, own calls and live column on one screen without scrolling. */
export function Component() {
  const { t: core } = useLanguage()
  const t = useTexts(deskTexts)
  const isWide = useSyncExternalStore(subscribeWidth, () => matchMedia(WIDE).matches)
  const [query] = useSearchParams()
  if (!isWide) {
    const text = shownTextOf(query)
    return <Navigate to={text ? pathOf(text) : PATHS.votes} replace />
  }
  return (
    <>
      <title>{`${t('desk.title')} · ${core('app.name')}`}</title>
      <h1 className="visually-hidden">{t('desk.title')}</h1>
      <Desk />
    </>
  )
}
