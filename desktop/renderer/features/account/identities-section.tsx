import { useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Button } from '#desktop/renderer/components/button.tsx'
import { confirm } from '#desktop/renderer/components/confirm.ts'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import rows from '#desktop/renderer/components/rows.module.css'
import { Section } from '#desktop/renderer/components/section.tsx'
import { showFailure, showToast } from '#desktop/renderer/components/toast.ts'
import { SignInOptions } from '#desktop/renderer/features/auth/sign-in-options.tsx'
import { failureText } from '#desktop/renderer/platform/failure-text.ts'
import type { SignInFailure } from '#desktop/renderer/platform/platform.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { AccountIdentity } from '#shared/contract/identities.ts'
import { accountTexts } from '#shared/i18n/screens/account.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './account-page.module.css'
import { useIdentities, useUnlinkIdentity } from './api.ts'
import { linkResultOf, useLinkFailureText } from './link-result.ts'
import { useSignInAgain } from './use-sign-in-again.tsx'

const TOAST_ID = 'account-identities'
const TOAST_MS = 4_000

/** The ways to sign in, each with its removal, and the providers that can be added. */
export function IdentitiesSection({ userId }: { userId: number }) {
  const language = useLanguage()
  const t = useTexts(accountTexts)
  const nameOf = useProviderName()
  const { data, error, isPending, refetch } = useIdentities(userId)
  const unlink = useUnlinkIdentity(userId)
  const [listId, linkId] = [useId(), useId()]

  const showLinked = () =>
    showToast({ id: TOAST_ID, text: t('account.linked'), tone: 'good' }, TOAST_MS)
  const again = useSignInAgain('methods')
  const { failure, setFailure } = useLinkFailure(showLinked, again.ask)
  const linkFailureText = useLinkFailureText()

  const remove = async (identity: AccountIdentity) => {
    const name = nameOf(identity)
    const agrees = await confirm({
      text: t('account.unlinkConfirm', { name }),
      yes: t('account.unlink'),
      no: t('account.cancel'),
    })
    if (!agrees) return
    try {
      await unlink.mutateAsync(identity.id)
    } catch (reason) {
      if (!(reason instanceof Error)) throw reason
      if (again.takes(reason)) return
      showFailure(TOAST_ID, `${t('account.unlinkFailed')} ${failureText(language, reason)}`)
      return
    }
    showToast({ id: TOAST_ID, text: t('account.unlinked', { name }), tone: 'good' }, TOAST_MS)
    document.getElementById(listId)?.focus()
  }
  return (
    <Section anchor="methods" heading={t('account.identities')}>
      <p className={styles.hint}>{t('account.identitiesHint')}</p>
      {isPending && <Loading text={language.t('state.loading')} />}
      {error && <LoadFailure error={error} onRetry={refetch} />}
      <ul id={listId} className={rows.rows} tabIndex={-1} aria-label={t('account.identities')}>
        {data?.map((identity) => (
          <IdentityRow
            key={identity.id}
            identity={identity}
            name={nameOf(identity)}
            onRemove={data.length > 1 ? () => remove(identity) : null}
          />
        ))}
      </ul>
      {data?.length === 1 && <p className={styles.hint}>{t('account.onlyIdentity')}</p>}
      {again.panel}
      <h3 id={linkId} className={styles.subheading}>
        {t('account.link')}
      </h3>
      <p className={styles.hint}>{t('account.linkHint')}</p>
      {failure && (
        <p role="alert" className={styles.failed}>
          {linkFailureText(failure)}
        </p>
      )}
      <fieldset className={styles.methods} aria-labelledby={linkId}>
        <SignInOptions
          kind="link"
          returnTo={PATHS.account}
          onDone={() => {
            showLinked()
            refetch()
          }}
          onFailure={setFailure}
        />
      </fieldset>
    </Section>
  )
}

/** Failure of the last link. The result of a redirect is in the navigation's state and shown once. */
function useLinkFailure(onLinked: () => void, askAgain: () => void) {
  const { state } = useLocation()
  const navigate = useNavigate()
  const [failure, setShown] = useState<SignInFailure | null>(null)
  const setFailure = (next: SignInFailure | null) => {
    setShown(next)
    if (next === 'reauthenticate') latest.current.askAgain()
  }
  const result = linkResultOf(state)
  const latest = useRef({ onLinked, askAgain, setFailure })
  useEffect(() => {
    latest.current = { onLinked, askAgain, setFailure }
  })
  useEffect(() => {
    if (result === null) return
    if (result === 'linked') latest.current.onLinked()
    else latest.current.setFailure(result)
    // A reload must not show it again.
    navigate(PATHS.account, { replace: true, state: null })
  }, [result, navigate])
  return { failure, setFailure }
}

/** Name of an identity's provider; the host of one without a name of its own. */
function useProviderName() {
  const t = useTexts(accountTexts)
  return ({ kind, issuer }: AccountIdentity) =>
    kind === 'other' ? (URL.parse(issuer)?.host ?? issuer) : t(`account.kind.${kind}`)
}

interface IdentityRowProps {
  identity: AccountIdentity
  name: string
  /** Null for the only one. */
  onRemove: (() => void) | null
}

function IdentityRow({ identity, name, onRemove }: IdentityRowProps) {
  const { format } = useLanguage()
  const t = useTexts(accountTexts)
  const at = (instant: string) => format.date(Date.parse(instant))
  return (
    <li className={rows.row}>
      <div>
        <strong>{name}</strong>
        {identity.current && <span className={rows.chip}>{t('account.thisSession')}</span>}
        <p className={styles.hint}>
          <span>{t('account.lastUsed', { time: at(identity.lastUsed) })}</span>
          <span>{t('account.linkedAt', { time: at(identity.created) })}</span>
        </p>
      </div>
      {identity.removableFrom !== null && (
        <p className={styles.hint}>
          {t('account.heldUntil', { time: at(identity.removableFrom) })}
        </p>
      )}
      {onRemove && identity.removableFrom === null && (
        <Button kind="plain" onClick={onRemove} aria-label={t('account.unlinkOf', { name })}>
          {t('account.unlink')}
        </Button>
      )}
    </li>
  )
}
