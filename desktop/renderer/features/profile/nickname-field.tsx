import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { isComposing } from '#desktop/renderer/platform/is-composing.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { profileTexts } from '#shared/i18n/screens/profile.ts'
import { cleanNickname, NICKNAME_MAX } from '#shared/rules/nickname.ts'
import styles from './nickname-field.module.css'
import { useNicknameForm } from './nickname-form.ts'

interface NicknameFieldProps {
  userId: number
  nickname: string
}

/** The nickname with its inline editor. Focus moves into the input and back to the button. */
export function NicknameField({ userId, nickname }: NicknameFieldProps) {
  const [mode, setMode] = useState<'initial' | 'editing' | 'edited'>('initial')
  if (mode === 'editing') {
    return <NicknameEditor userId={userId} current={nickname} onLeave={() => setMode('edited')} />
  }
  return (
    <NicknameView
      nickname={nickname}
      takesFocus={mode === 'edited'}
      onEdit={() => setMode('editing')}
    />
  )
}

interface NicknameViewProps {
  nickname: string
  /** Set after the editor was closed. */
  takesFocus: boolean
  onEdit: () => void
}

function NicknameView({ nickname, takesFocus, onEdit }: NicknameViewProps) {
  const t = useTexts(profileTexts)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  return (
    <div className={styles.view}>
      <strong>
        <bdi>{nickname}</bdi>
      </strong>
      <Button kind="plain" ref={button} onClick={onEdit}>
        {t('nickname.edit')}
      </Button>
    </div>
  )
}

interface NicknameEditorProps {
  userId: number
  current: string
  /** Called after a save and after a cancel. */
  onLeave: () => void
}

/** Enter saves, Escape cancels; a refused name stays in the input. */
function NicknameEditor({ userId, current, onLeave }: NicknameEditorProps) {
  const t = useTexts(profileTexts)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const form = useNicknameForm({ userId, current, onLeave })
  useEffect(() => input.current?.select(), [])

  const isUnchanged = ['', current].includes(cleanNickname(form.value))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.save()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') form.cancel()
    if (event.key !== 'Enter') return
    // A form with a disabled button is not submitted, and would not explain why.
    event.preventDefault()
    form.save()
  }
  return (
    <form className={styles.editor} onSubmit={submit}>
      <input
        ref={input}
        value={form.value}
        onChange={(event) => form.change(event.target.value)}
        onKeyDown={onKeyDown}
        maxLength={NICKNAME_MAX}
        readOnly={form.isSaving}
        aria-label={t('profile.nickname')}
        aria-invalid={form.problem !== null}
        aria-describedby={`${id}-hint ${id}-problem`}
        autoComplete="nickname"
        spellCheck={false}
      />
      <Button kind="primary" type="submit" disabled={form.isSaving || isUnchanged}>
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
