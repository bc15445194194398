import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { isComposing } from '#desktop/renderer/features/profile/model/is-composing.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { profileTexts } from '#shared/i18n/screens/profile.ts'
import { cleanNickname, NICKNAME_MAX } from '#shared/rules/nickname.ts'
import styles from './nickname.module.css'
import { useNicknameForm } from './use-nickname-form.ts'

interface NicknameEditorProps {
  userId: number
  current: string
  /** Called when the new name is saved and when the person gives up. */
  onLeave: () => void
}

/** The field of the nickname: Enter saves, Escape cancels, a refusal leaves what was typed. */
export function NicknameEditor({ userId, current, onLeave }: NicknameEditorProps) {
  const t = useTexts(profileTexts)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const form = useNicknameForm({ userId, current, onLeave })
  useEffect(() => field.current?.select(), [])

  const isPointless = ['', current].includes(cleanNickname(form.value))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.save()
  }
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') form.cancel()
    if (event.key !== 'Enter') return
    // A form whose button is disabled would not be submitted, and nobody would learn why.
    event.preventDefault()
    form.save()
  }
  return (
    <form className={styles.editor} onSubmit={submit}>
      <input
        ref={field}
        value={form.value}
        onChange={(event) => form.change(event.target.value)}
        onKeyDown={press}
        maxLength={NICKNAME_MAX}
        readOnly={form.isSaving}
        aria-label={t('profile.nickname')}
        aria-invalid={form.problem !== null}
        aria-describedby={`${id}-hint ${id}-problem`}
        autoComplete="nickname"
        spellCheck={false}
      />
      <Button kind="primary" type="submit" disabled={form.isSaving || isPointless}>
        {t(form.isSaving ? 'nickname.saving' : 'nickname.save')}
      </Button>
      <Button kind="plain" onClick={form.cancel} disabled={form.isSaving}>
        {t('nickname.cancel')}
      </Button>
      <p id={`${id}-hint`} className={styles.hint}>
        {t('nickname.hint', { max: NICKNAME_MAX })}
      </p>
      <p id={`${id}-problem`} className={styles.problem} role="alert">
        {form.problem && t(form.problem)}
      </p>
    </form>
  )
}
