import { useSyncExternalStore } from 'react'
import { Navigate } from 'react-router-dom'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { deskTexts } from '#shared/i18n/screens/desk.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { Desk } from './desk.tsx'

/** Narrower windows show the votes screen. */
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
  if (!isWide) return <Navigate to={PATHS.votes} replace />
  return (
    <>
      <title>{`${t('desk.title')} · ${core('app.name')}`}</title>
      <h1 className="visually-hidden">{t('desk.title')}</h1>
      <Desk />
    </>
  )
}
