import type { ReactNode, RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import type { AuthConfig, ConfiguredProvider } from '#shared/contract/auth.ts'
import { ProviderButton } from './provider-button.tsx'
import styles from './sign-in-methods.module.css'

interface SignInMethodsProps {
  /** The server's list, in its order. */
  providers: AuthConfig['providers']
  onProvider: (id: string) => void
  /** The server's own sign-in; null without one. */
  own: ReactNode
  /** Set to the first button. */
  firstButton?: RefObject<HTMLButtonElement | null>
}

/** The buttons of all sign-ins. In Korean Kakao comes first, else the server's own. */
export function SignInMethods({
  providers = [],
  onProvider,
  own,
  firstButton,
}: SignInMethodsProps) {
  const { locale } = useLanguage()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (firstButton) firstButton.current = list.current?.querySelector('button') ?? null
  })
  const isFirst = ({ kind }: ConfiguredProvider) => locale === 'ko-KR' && kind === 'kakao'
  const buttons = (shown: ConfiguredProvider[]) =>
    shown.map((provider) => (
      <ProviderButton
        key={provider.id}
        provider={provider}
        onClick={() => onProvider(provider.id)}
      />
    ))
  return (
    <div ref={list} className={styles.methods}>
      {buttons(providers.filter(isFirst))}
      {own}
      {buttons(providers.filter((provider) => !isFirst(provider)))}
    </div>
  )
}
