import { useId, useState } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Select } from '#desktop/renderer/components/select.tsx'
import type { CaseState } from '#desktop/renderer/features/moderation/admin-api.ts'
import { TextField } from '#desktop/renderer/features/moderation/components/text-field.tsx'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { ActBody, CaseDetail, ModerationReason } from '#shared/contract/moderation.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'
import { moderationAdminTexts } from '#shared/i18n/screens/moderation-admin.ts'
import { MODERATION_REASONS } from '#shared/rules/moderation.ts'
import styles from './act-form.module.css'
import { Sanctions } from './sanctions.tsx'
import { useDecide } from './use-decide.ts'

interface ActFormProps {
  detail: CaseDetail
  state: CaseState
  page: number
}

/** Reason and message with the buttons of every act that is possible now. */
export function ActForm({ detail, state, page }: ActFormProps) {
  const m = useTexts(moderationTexts)
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
          options={MODERATION_REASONS.map((value) => ({ value, text: m(`reason.${value}`) }))}
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
        <legend>{t(target === 'nickname' ? 'act.group.nickname' : 'act.group.thing')}</legend>
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
  const dismiss = isOpen ? [{ act: 'dismiss', text: 'act.do.dismiss' } as const] : []
  if (isGone) return dismiss
  if (detail.target === 'nickname') {
    const restore = { act: 'restore', text: 'act.do.restoreName' } as const
    if (!detail.hidden) return [{ act: 'rename', text: 'act.do.rename' } as const, ...dismiss]
    return isOpen ? [{ act: 'rename', text: 'act.do.hideConfirm' } as const, restore] : [restore]
  }
  const restore = { act: 'restore', text: 'act.do.restore' } as const
  if (!detail.hidden) return [{ act: 'hide', text: 'act.do.hide' } as const, ...dismiss]
  return isOpen ? [{ act: 'hide', text: 'act.do.hideConfirm' } as const, restore] : [restore]
}
