import { type FormEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Section } from '#desktop/renderer/components/section.tsx'
import { showToast } from '#desktop/renderer/components/toast.ts'
import { failureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { accountTexts } from '#shared/i18n/screens/account.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './account-page.module.css'
import { isRefusedUntilSignIn, useDeleteAccount } from './api.ts'
import { useSignInAgain } from './use-sign-in-again.tsx'

const TYPED_KEY = 'deletionNickname'

/** The text typed before a repeated sign-in, which may leave this page. */
const typedBefore = () => sessionStorage.getItem(TYPED_KEY) ?? ''

const CONSEQUENCES = [
  'account.deleteVotes',
  'account.deleteClosed',
  'account.deleteTexts',
  'account.deleteIdentity',
  'account.deleteSessions',
  'account.deleteReturn',
  'account.deleteRound',
  'account.deleteExport',
] as const

/** The deletion of the account, enabled by typing the nickname. */
export function DeletionSection({ nickname }: { nickname: string }) {
  const language = useLanguage()
  const t = useTexts(accountTexts)
  const navigate = useNavigate()
  const [typed, setTyped] = useState(typedBefore)
  const again = useSignInAgain('delete')
  const { isAsked } = again
  useEffect(() => {
    if (isAsked) sessionStorage.setItem(TYPED_KEY, typed)
    else sessionStorage.removeItem(TYPED_KEY)
  }, [isAsked, typed])
  const { mutate, isPending, error } = useDeleteAccount(() => {
    showToast({ id: 'account-deleted', text: t('account.deleted'), tone: 'good' }, 6_000)
    navigate(PATHS.home)
  })
  const [fieldId, errorId] = [useId(), useId()]
  const matches = typed.trim().normalize('NFC') === nickname

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!matches || isPending) return
    mutate(nickname, { onError: again.takes })
  }
  return (
    <div className={styles.danger}>
      <Section anchor="delete" heading={t('account.delete')}>
        <p>{t('account.deleteLead')}</p>
        <ul className={styles.consequences}>
          {CONSEQUENCES.map((key) => (
            <li key={key}>{t(key)}</li>
          ))}
        </ul>
        <form className={styles.deletion} onSubmit={submit}>
          <label htmlFor={fieldId}>{t('account.deleteLabel', { nickname })}</label>
          <input
            id={fieldId}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            aria-describedby={error ? errorId : undefined}
          />
          <Button kind="plain" type="submit" aria-disabled={!matches || isPending || undefined}>
            {t(isPending ? 'account.deleting' : 'account.deleteButton')}
          </Button>
        </form>
        {again.panel}
        {error && !isRefusedUntilSignIn(error) && (
          <p id={errorId} role="alert" className={styles.failed}>
            {t('account.deleteFailed')} {failureText(language, error)}
          </p>
        )}
      </Section>
    </div>
  )
}
