import { useEffect, useRef, useState } from 'react'
import { Failure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import type { IdTokenProof, RenderGoogleButton } from '#desktop/renderer/platform/platform.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { sessionIdOf } from '#desktop/shared/claims.ts'
import { loginTexts } from '#shared/i18n/screens/login.ts'
import { exchangeProof } from './api.ts'
import { linkProof } from './link-identity.ts'
import styles from './login-page.module.css'
import type { SignInPurpose } from './sign-in-purpose.ts'

interface GoogleSignInProps {
  clientId: string
  renderButton: RenderGoogleButton
  purpose: SignInPurpose
}

/** Google's own button, rendered by Google's script. */
export function GoogleSignIn({ clientId, renderButton, purpose }: GoogleSignInProps) {
  const { kind, onDone, onFailure } = purpose
  const { t: core, locale } = useLanguage()
  const t = useTexts(loginTexts)
  const services = useServices()
  const container = useRef<HTMLDivElement>(null)
  const [step, setStep] = useState<'loading' | 'ready' | 'blocked' | 'working'>('loading')

  const onToken = async (proof: IdTokenProof | null) => {
    onFailure(null)
    setStep('working')
    const redeem = (given: IdTokenProof) =>
      kind === 'signIn' ? exchangeProof(services, given) : linkProof(services, given, kind)
    const failure = proof ? await redeem(proof) : 'failed'
    if (failure || kind !== 'signIn') setStep('ready')
    if (failure) onFailure(failure)
    else onDone()
  }
  // Google's script keeps the first callback, so that one calls the latest.
  const latest = useRef(onToken)
  useEffect(() => {
    latest.current = onToken
  })

  const sessionId = kind === 'signIn' ? null : sessionIdOf(services.session.accessToken() ?? '')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!container.current) return
    const removed = new AbortController()
    // A retry renders anew.
    void attempt
    setStep('loading')
    renderButton({
      clientId,
      locale,
      link: kind === 'signIn' || sessionId === null ? null : { sessionId, purpose: kind },
      container: container.current,
      onToken: (proof) => latest.current(proof),
      signal: removed.signal,
    }).then(
      () => setStep('ready'),
      () => setStep('blocked'),
    )
    return () => removed.abort()
  }, [clientId, renderButton, locale, sessionId, kind, attempt])

  return (
    <>
      <div ref={container} className={styles.google} hidden={step !== 'ready'} />
      {step === 'loading' && <Loading text={t('login.google.loading')} />}
      {step === 'working' && <Loading text={core('login.working')} />}
      {step === 'blocked' && (
        <Failure text={t('login.google.blocked')} onRetry={() => setAttempt(attempt + 1)} />
      )}
    </>
  )
}
