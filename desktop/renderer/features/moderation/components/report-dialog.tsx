import { useId, useState } from 'react'
import { FormDialog } from '#desktop/renderer/components/form-dialog.tsx'
import { showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { useReport } from '#desktop/renderer/features/moderation/api.ts'
import { saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { ModerationReason, ModerationTarget } from '#shared/contract/moderation.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'
import { MODERATION_REASONS } from '#shared/rules/moderation.ts'
import styles from './form.module.css'
import { TextField } from './text-field.tsx'

/** A text or nickname that a page offers to report. */
export interface Reportable {
  /** Null for a vote without a readable note. */
  content: { target: Exclude<ModerationTarget, 'nickname'>; id: number } | null
  author: { id: number; nickname: string }
}

interface ReportDialogProps {
  item: Reportable
  onClose: () => void
}

/** Asks what is reported and why, and sends it. */
export function ReportDialog({ item, onClose }: ReportDialogProps) {
  const { content, author } = item
  const language = useLanguage()
  const t = useTexts(moderationTexts)
  const [target, setTarget] = useState<ModerationTarget>(content?.target ?? 'nickname')
  const [reason, setReason] = useState<ModerationReason | null>(null)
  const [text, setText] = useState('')
  const { mutate, isPending, error } = useReport()

  const send = () => {
    if (reason === null) return
    const targetId = target === 'nickname' || !content ? author.id : content.id
    const body = { target, targetId, reason, ...(text.trim() && { text: text.trim() }) }
    const onSuccess = () => {
      showToast({ id: 'reported', text: t('report.sent'), tone: 'good' }, TOAST_MS.vote)
      onClose()
    }
    mutate(body, { onSuccess })
  }
  const targets: ModerationTarget[] = content ? [content.target, 'nickname'] : ['nickname']
  return (
    <FormDialog
      title={t('report.title')}
      submitText={t(isPending ? 'report.sending' : 'report.send')}
      cancelText={t('report.cancel')}
      canSubmit={reason !== null}
      isSending={isPending}
      hasText={text.trim() !== ''}
      error={error && saveFailureText(language, error, t('report.failed'))}
      onSubmit={send}
      onClose={onClose}
    >
      <Options
        legend={t('report.what')}
        value={target}
        options={targets.map((value) => ({
          value,
          text: t(`report.what.${value}`, { nickname: author.nickname }),
        }))}
        onChange={setTarget}
      />
      <Options
        legend={t('report.why')}
        value={reason}
        options={MODERATION_REASONS.map((value) => ({
          value,
          text: t(`reason.${value}`),
          hint: t(`reason.${value}.hint`),
        }))}
        onChange={setReason}
      />
      <TextField
        label={t('report.text')}
        hint={t('report.who')}
        value={text}
        rows={2}
        onChange={setText}
      />
    </FormDialog>
  )
}

interface OptionsProps<Value extends string> {
  legend: string
  value: Value | null
  options: readonly { value: Value; text: string; hint?: string }[]
  onChange: (value: Value) => void
}

/** Radio buttons with explanations. */
function Options<Value extends string>(props: OptionsProps<Value>) {
  const { legend, value, options, onChange } = props
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <bdi>{option.text}</bdi>
            {option.hint && <small>{option.hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
