import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Select } from '#desktop/renderer/components/select.tsx'
import { dismiss, showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { type CaseState, useAct } from '#desktop/renderer/features/moderation/api.ts'
import { TextField } from '#desktop/renderer/features/moderation/components/text-field.tsx'
import { saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type {
  ActBody,
  CaseDetail,
  CaseList,
  ModeratedUser,
  ModerationReason,
} from '#shared/contract/moderation.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'
import { moderationAdminTexts } from '#shared/i18n/screens/moderation-admin.ts'
import { MODERATION_REASONS } from '#shared/rules/moderation.ts'
import { ADMIN_REPORTS, adminCasePath } from '#shared/rules/paths.ts'
import styles from './act-form.module.css'
import { reportsPath } from './case-list.tsx'
import { Sanctions } from './moderated-author.tsx'

interface ActFormProps {
  detail: CaseDetail
  state: CaseState
  page: number
}

/** Reason and message with the buttons of every act that is possible now. */
export function ActForm({ detail, state, page }: ActFormProps) {
  const moderationText = useTexts(moderationTexts)
  const t = useTexts(moderationAdminTexts)
  const { queries } = useServices()
  const headingId = useId()
  const [reason, setReason] = useState<ModerationReason>(detail.reasons[0] ?? 'other')
  const [message, setMessage] = useState('')
  const { send, isPending, isTaken, clearTaken } = useDecide({ detail, state, page })
  const { target, targetId, closed, id } = detail
  const isOpen = closed === null
  const note = { reason, ...(message.trim() && { message: message.trim() }) }

  const decide = (act: ActBody['act']) =>
    send({ act, target, targetId, ...note, ...(isOpen && { caseId: id }) })
  const isGone = target !== 'nickname' && detail.content === ''
  const sanction = (body: Pick<ActBody, 'act' | 'days' | 'hideContent'>) =>
    send({
      ...body,
      // The text tells the user what the sanction is for; without it the account remains.
      target: isGone ? 'nickname' : target,
      targetId: isGone ? detail.author.id : targetId,
      ...note,
    })

  return (
    <section className={styles.form} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('act.heading')}</h2>
      {isTaken && (
        <div className={styles.taken} role="alert">
          <p>{t('case.closed')}</p>
          <Button
            kind="plain"
            onClick={() => {
              clearTaken()
              queries.invalidateQueries({ queryKey: queryKeys.moderation.all })
            }}
          >
            {t('case.reload')}
          </Button>
        </div>
      )}
      <div className={styles.row}>
        <span aria-hidden="true">{t('act.reason')}</span>
        <Select
          label={t('act.reason')}
          value={reason}
          options={MODERATION_REASONS.map((value) => ({
            value,
            text: moderationText(`reason.${value}`),
          }))}
          onChange={setReason}
        />
      </div>
      <TextField
        label={t('act.message')}
        hint={t('act.messageHint')}
        value={message}
        onChange={setMessage}
      />
      <fieldset className={styles.group} disabled={isTaken}>
        <legend>{t(target === 'nickname' ? 'act.group.nickname' : 'act.group.text')}</legend>
        <div className={styles.row}>
          {contentActs(detail, isGone).map(({ act, text }, index) => (
            <Button
              key={act}
              kind={index === 0 ? 'primary' : 'plain'}
              aria-disabled={isPending || undefined}
              onClick={() => decide(act)}
            >
              {t(text)}
            </Button>
          ))}
        </div>
      </fieldset>
      <Sanctions author={detail.author} isPending={isPending} onSend={sanction} />
    </section>
  )
}

/** Acts on the text or nickname that make sense in its state. */
function contentActs(detail: CaseDetail, isGone: boolean) {
  const isOpen = detail.closed === null
  const dismissal = isOpen ? [{ act: 'dismiss', text: 'act.do.dismiss' } as const] : []
  if (isGone) return dismissal
  if (detail.target === 'nickname') {
    const restore = { act: 'restore', text: 'act.do.restoreName' } as const
    if (!detail.hidden) return [{ act: 'rename', text: 'act.do.rename' } as const, ...dismissal]
    return isOpen ? [{ act: 'rename', text: 'act.do.hideConfirm' } as const, restore] : [restore]
  }
  const restore = { act: 'restore', text: 'act.do.restore' } as const
  if (!detail.hidden) return [{ act: 'hide', text: 'act.do.hide' } as const, ...dismissal]
  return isOpen ? [{ act: 'hide', text: 'act.do.hideConfirm' } as const, restore] : [restore]
}

/** How long the toast with Undo stays, ms. */
const UNDO_MS = 10_000

interface DecideOptions {
  detail: CaseDetail
  state: CaseState
  page: number
}

/** Sends acts about a case. A decision opens the next case; hiding can be undone from the toast. */
function useDecide({ detail, state, page }: DecideOptions) {
  const t = useTexts(moderationAdminTexts)
  const language = useLanguage()
  const { queries } = useServices()
  const navigate = useNavigate()
  const [isTaken, setTaken] = useState(false)
  const failureId = `act ${detail.id}`

  const failureText = (error: Error, { undo }: ActBody) => {
    const code = error instanceof ApiFailure ? error.code : ''
    if (code === 'CASE_CLOSED') return t(undo ? 'act.notUndone' : 'case.closed')
    if (code === 'FORBIDDEN') return t('act.notAllowed')
    return saveFailureText(language, error, t('act.failed'))
  }
  const { mutate, isPending } = useAct({
    onSaved: (body) => {
      if (body.undo) showToast({ id: 'act', text: t('act.undone'), tone: 'good' }, UNDO_MS / 2)
      else {
        const action = canUndo(body, detail) && {
          action: { text: t('act.undo'), act: () => mutate(undoOf(body)) },
        }
        showToast({ id: 'act', text: t(`done.${body.act}`), tone: 'good', ...action }, UNDO_MS)
      }
    },
    // Another case may be open by now.
    onFailed: (error, body) => {
      const text = failureText(error, body)
      const title = t('case.title', { id: detail.id })
      showToast({ id: failureId, text, detail: title, tone: 'bad' }, TOAST_MS.failure)
    },
  })
  const send = (body: ActBody) => {
    if (isPending) return
    // Before the reply: the refetched list has lost the decided case.
    const key = queryKeys.moderation.cases(state, page)
    const cases = queries.getQueryData<CaseList>(key)?.cases ?? []
    const path = pathAfter(cases, detail.id, { state, page })
    mutate(body, {
      onSuccess: () => {
        if (body.caseId !== undefined) navigate(path)
      },
      onError: (error) => {
        if (!(error instanceof ApiFailure) || error.code !== 'CASE_CLOSED') return
        // The form, which is still open, says it with a way to load the case again.
        dismiss(failureId)
        setTaken(true)
      },
    })
  }
  return { send, isPending, isTaken, clearTaken: () => setTaken(false) }
}

/** Whether an act can be undone: not if the content was hidden before, or maybe by a ban. */
export const canUndo = (
  { act }: Pick<ActBody, 'act'>,
  { hidden, author }: Pick<CaseDetail, 'hidden'> & { author: Pick<ModeratedUser, 'bannedAt'> },
): boolean => (act === 'hide' || act === 'rename') && !hidden && author.bannedAt === null

const undoOf = ({ target, targetId, reason }: ActBody): ActBody => ({
  act: 'restore',
  target,
  targetId,
  reason,
  undo: true,
})

/** The case to open after `id` in its list: the next one, else the one before it. */
export function nextCase(cases: readonly { id: number }[], id: number): number | null {
  const index = cases.findIndex((one) => one.id === id)
  return (cases[index + 1] ?? cases.filter((one) => one.id !== id).at(-1))?.id ?? null
}

/** Where the decision of the case `id` leads: to the next one, else to the first page, for this one is empty now. */
export function pathAfter(
  cases: readonly { id: number }[],
  id: number,
  { state, page }: Pick<DecideOptions, 'state' | 'page'>,
): string {
  const next = nextCase(cases, id)
  if (next === null) return reportsPath(state)
  return adminCasePath(next) + reportsPath(state, page).slice(ADMIN_REPORTS.length)
}
