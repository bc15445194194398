import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { LanguageContext, type Services, ServicesContext } from './services.ts'

interface ServicesProviderProps {
  services: Services
  /** The first render must match the markup of the server, which is in its time zone. */
  isHydrating?: boolean
  /** Called after the first render in the reader's language and time zone. */
  onReady?: () => void
  children: ReactNode
}

/**
 * Provides the services and the language of the page. The change from the markup's language and zone is a
 * transition: it renders the whole screen again, and the page answers between.
 */
export function ServicesProvider(props: ServicesProviderProps) {
  const { services, isHydrating, onReady, children } = props
  const { store } = services.language
  const [language, setLanguage] = useState(isHydrating ? store.getInitialState : store.getState)
  useEffect(() => {
    startTransition(() => setLanguage(store.getState()))
    return store.subscribe(setLanguage)
  }, [store])
  const isCurrent = language === store.getState()
  useEffect(() => {
    if (isCurrent) onReady?.()
  }, [isCurrent, onReady])
  return (
    <ServicesContext value={services}>
      <LanguageContext value={language}>{children}</LanguageContext>
    </ServicesContext>
  )
}
