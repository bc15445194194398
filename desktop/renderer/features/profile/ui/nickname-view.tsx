import { useEffect, useRef } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { profileTexts } from '#shared/i18n/screens/profile.ts'
import styles from './nickname.module.css'

interface NicknameViewProps {
  nickname: string
  /** Set when the editor has just been left. */
  takesFocus: boolean
  onEdit: () => void
}

export function NicknameView({ nickname, takesFocus, onEdit }: NicknameViewProps) {
  const t = useTexts(profileTexts)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  return (
    <div className={styles.view}>
      <strong>{nickname}</strong>
      <Button kind="plain" ref={button} onClick={onEdit}>
        {t('nickname.edit')}
      </Button>
    </div>
  )
}
