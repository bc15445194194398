import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Failure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { tradeIdToken } from '#desktop/renderer/features/auth/api/trade-id-token.ts'
import type { DrawGoogleButton } from '#desktop/renderer/platform/platform.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import type { SignInFailure } from '#desktop/renderer/platform/sign-in-way.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { loginTexts } from '#shared/i18n/screens/login.ts'
import styles from './login-page.module.css'

interface GoogleButtonProps {
  clientId: string
  draw: DrawGoogleButton
  /** The path to show after the sign-in. */
  returnTo: string
  onFailure: (failure: SignInFailure | null) => void
}

/** Google's own button, drawn by Google's script, and what comes of it. */
export function GoogleButton({ clientId, draw, returnTo, onFailure }: GoogleButtonProps) {
  const { t: core, locale } = useLanguage()
  const t = useTexts(loginTexts)
  const services = useServices()
  const navigate = useNavigate()
  const place = useRef<HTMLDivElement>(null)
  const [step, setStep] = useState<'loading' | 'ready' | 'blocked' | 'working'>('loading')

  const onToken = async (tokenId: string | null) => {
    onFailure(null)
    setStep('working')
    const failure = tokenId ? await tradeIdToken(services, tokenId) : 'failed'
    if (!failure) return navigate(returnTo, { replace: true })
    setStep('ready')
    onFailure(failure)
  }
  // Google keeps the first function it is given; what that does may change.
  const heard = useRef(onToken)
  useEffect(() => {
    heard.current = onToken
  })

  const show = useCallback(() => {
    if (!place.current) return
    setStep('loading')
    draw({ clientId, locale, place: place.current, onToken: (id) => heard.current(id) }).then(
      () => setStep('ready'),
      () => setStep('blocked'),
    )
  }, [clientId, draw, locale])
  useEffect(show, [show])

  return (
    <>
      <div ref={place} className={styles.google} hidden={step !== 'ready'} />
      {step === 'loading' && <Loading text={t('login.google.loading')} />}
      {step === 'working' && <Loading text={core('login.working')} />}
      {step === 'blocked' && <Failure text={t('login.google.blocked')} onRetry={show} />}
    </>
  )
}
