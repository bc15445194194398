import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Failure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import type {
  IdTokenProof,
  RenderGoogleButton,
  SignInFailure,
} from '#desktop/renderer/platform/platform.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { loginTexts } from '#shared/i18n/screens/login.ts'
import { exchangeProof } from './api.ts'
import styles from './login-page.module.css'

interface GoogleSignInProps {
  clientId: string
  renderButton: RenderGoogleButton
  /** Path to show after the sign-in. */
  returnTo: string
  onFailure: (failure: SignInFailure | null) => void
}

/** Google's own button, rendered by Google's script. */
export function GoogleSignIn({ clientId, renderButton, returnTo, onFailure }: GoogleSignInProps) {
  const { t: core, locale } = useLanguage()
  const t = useTexts(loginTexts)
  const services = useServices()
  const navigate = useNavigate()
  const container = useRef<HTMLDivElement>(null)
  const [step, setStep] = useState<'loading' | 'ready' | 'blocked' | 'working'>('loading')

  const onToken = async (proof: IdTokenProof | null) => {
    onFailure(null)
    setStep('working')
    const failure = proof ? await exchangeProof(services, proof) : 'failed'
    if (!failure) return navigate(returnTo, { replace: true })
    setStep('ready')
    onFailure(failure)
  }
  // Google's script keeps the first callback, so that one calls the latest.
  const latest = useRef(onToken)
  useEffect(() => {
    latest.current = onToken
  })

  const render = useCallback(() => {
    if (!container.current) return
    setStep('loading')
    renderButton({
      clientId,
      locale,
      container: container.current,
      onToken: (proof) => latest.current(proof),
    }).then(
      () => setStep('ready'),
      () => setStep('blocked'),
    )
  }, [clientId, renderButton, locale])
  useEffect(render, [render])

  return (
    <>
      <div ref={container} className={styles.google} hidden={step !== 'ready'} />
      {step === 'loading' && <Loading text={t('login.google.loading')} />}
      {step === 'working' && <Loading text={core('login.working')} />}
      {step === 'blocked' && <Failure text={t('login.google.blocked')} onRetry={render} />}
    </>
  )
}
