import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Empty } from '#desktop/renderer/components/empty.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { showFailure, showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { useDecideAppeal, useOpenAppeals } from '#desktop/renderer/features/moderation/api.ts'
import { TextField } from '#desktop/renderer/features/moderation/components/text-field.tsx'
import { saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { OpenAppeal } from '#shared/contract/moderation.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'
import { moderationAdminTexts } from '#shared/i18n/screens/moderation-admin.ts'
import { reportedPath } from '#shared/rules/reported-path.ts'
import styles from './appeals-list.module.css'
import { AuthorRecord } from './moderated-author.tsx'

/** Appeals that await a decision, oldest first. */
export function AppealsList() {
  const t = useTexts(moderationAdminTexts)
  const { data, error, isPending, refetch } = useOpenAppeals()
  if (isPending) return <Loading text={t('admin.loading')} />
  if (!data) return <LoadFailure error={error} onRetry={refetch} />
  if (data.length === 0) return <Empty text={t('admin.empty.appeals')} />
  return (
    <ol className={styles.appeals}>
      {data.map((appeal) => (
        <li key={appeal.actId}>
          <Appeal appeal={appeal} />
        </li>
      ))}
    </ol>
  )
}

function Appeal({ appeal }: { appeal: OpenAppeal }) {
  const moderationText = useTexts(moderationTexts)
  const t = useTexts(moderationAdminTexts)
  const language = useLanguage()
  const { format } = language
  const [answer, setAnswer] = useState('')
  const element = useRef<HTMLElement>(null)
  const { mutate, isPending } = useDecideAppeal(appeal.actId, {
    onSaved: ({ granted }) => {
      const text = t(granted ? 'appeals.granted' : 'appeals.denied')
      showToast({ id: 'act', text, tone: 'good' }, TOAST_MS.vote)
      // The focused button goes away with its appeal.
      const isFocused = element.current?.contains(document.activeElement)
      if (isFocused) document.querySelector<HTMLElement>('main h1')?.focus()
    },
    onFailed: (error) => showFailure('act', saveFailureText(language, error, t('act.failed'))),
  })
  const { act, target, excerpt, reason, message, actCreated } = appeal

  const decide = (granted: boolean) => {
    if (isPending) return
    mutate({ granted, answer: answer.trim() })
  }
  const path = reportedPath(appeal)
  return (
    <article className={styles.appeal} ref={element}>
      <h2>
        {moderationText(`act.${act}`)}: <bdi>{excerpt || moderationText(`target.${target}`)}</bdi>
      </h2>
      <p className={styles.meta}>
        {moderationText('own.reason', { reason: moderationText(`reason.${reason}`) })} ·{' '}
        <time dateTime={actCreated}>{format.date(Date.parse(actCreated))}</time>
        {path && (
          <>
            {' · '}
            <Link to={path}>{t('case.open')}</Link>
          </>
        )}
      </p>
      {message && <blockquote className={styles.quote}>{message}</blockquote>}
      <section>
        <h3>{t('appeals.said')}</h3>
        <blockquote className={styles.quote}>{appeal.text}</blockquote>
      </section>
      <AuthorRecord author={appeal.user} />
      <TextField label={t('appeals.answer')} value={answer} onChange={setAnswer} />
      <p className={styles.buttons}>
        <Button kind="primary" aria-disabled={isPending || undefined} onClick={() => decide(true)}>
          {t('appeals.grant')}
        </Button>
        <Button kind="plain" aria-disabled={isPending || undefined} onClick={() => decide(false)}>
          {t('appeals.deny')}
        </Button>
      </p>
    </article>
  )
}
