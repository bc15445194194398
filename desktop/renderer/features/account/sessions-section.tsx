import { useId } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '#desktop/renderer/components/button.tsx'
import { confirm } from '#desktop/renderer/components/confirm.ts'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import rows from '#desktop/renderer/components/rows.module.css'
import { Section } from '#desktop/renderer/components/section.tsx'
import { showFailure, showToast } from '#desktop/renderer/components/toast.ts'
import { failureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { AccountSessions } from '#shared/contract/account.ts'
import { accountTexts } from '#shared/i18n/screens/account.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './account-page.module.css'
import { useEndAllSessions, useEndSession, useSessions } from './api.ts'

const TOAST_ID = 'account-sessions'
const TOAST_MS = 4_000

/** The sessions, each with its sign-out. Focus stays on the heading when a row goes. */
export function SessionsSection({ userId }: { userId: number }) {
  const language = useLanguage()
  const t = useTexts(accountTexts)
  const navigate = useNavigate()
  const { data, error, isPending, refetch } = useSessions(userId)
  const end = useEndSession(userId)
  const endAll = useEndAllSessions(() => navigate(PATHS.home))
  const listId = useId()

  const fail = (failure: Error) =>
    showFailure(TOAST_ID, `${t('account.endFailed')} ${failureText(language, failure) ?? ''}`)
  const succeed = (text: string) => {
    showToast({ id: TOAST_ID, text, tone: 'good' }, TOAST_MS)
    document.getElementById(listId)?.focus()
  }
  const endOne = (id: string) => end.mutateAsync(id).then(() => succeed(t('account.ended')), fail)
  const endOthers = () =>
    end
      .mutateAsync('others')
      .then(
        ({ ended }) => succeed(t('account.endedOthers', { count: language.format.count(ended) })),
        fail,
      )
  const endEverywhere = async () => {
    const agrees = await confirm({
      text: t('account.endAllConfirm'),
      yes: t('account.endAllYes'),
      no: t('account.cancel'),
    })
    if (agrees) endAll.mutateAsync().catch(fail)
  }
  const others = data?.filter(({ current }) => !current) ?? []
  return (
    <Section heading={t('account.sessions')}>
      <p className={styles.hint}>{t('account.sessionsHint')}</p>
      {isPending && <Loading text={language.t('state.loading')} />}
      {error && <LoadFailure error={error} onRetry={refetch} />}
      <ul id={listId} className={rows.rows} tabIndex={-1} aria-label={t('account.sessions')}>
        {data?.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => endOne(session.id)} />
        ))}
      </ul>
      {data && (
        <div className={styles.actions}>
          {others.length > 0 && (
            <Button kind="plain" onClick={endOthers} aria-disabled={end.isPending || undefined}>
              {t('account.endOthers')}
            </Button>
          )}
          <Button kind="plain" onClick={endEverywhere}>
            {t('account.endAll')}
          </Button>
        </div>
      )}
    </Section>
  )
}

interface SessionRowProps {
  session: AccountSessions[number]
  onEnd: () => void
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const { format } = useLanguage()
  const t = useTexts(accountTexts)
  const { app, system } = session.device
  const device =
    app && system
      ? t('account.device', { app, system })
      : app || system || t('account.deviceUnknown')
  const at = (instant: string) => format.date(Date.parse(instant))
  return (
    <li className={rows.row}>
      <div>
        <strong>{device}</strong>
        {session.current && <span className={rows.chip}>{t('account.current')}</span>}
        <p className={styles.hint}>
          <span>{t('account.lastUsed', { time: at(session.lastUsed) })}</span>
          <span>{t('account.created', { time: at(session.created) })}</span>
        </p>
      </div>
      {!session.current && (
        <Button kind="plain" onClick={onEnd} aria-label={t('account.endOf', { device })}>
          {t('account.end')}
        </Button>
      )}
    </li>
  )
}
