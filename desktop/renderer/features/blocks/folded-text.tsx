import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { blocksTexts } from '#shared/i18n/screens/blocks.ts'
import styles from './folded-text.module.css'
import type { Fold } from './use-blocked.ts'

/** A text, or while it is folded a line that unfolds it. The focus moves into what was unfolded. */
export function FoldedText({ fold, children }: { fold: Fold; children: ReactNode }) {
  const t = useTexts(blocksTexts)
  const text = useRef<HTMLDivElement>(null)
  const { name, isFolded, isUnfolded, unfold } = fold
  useEffect(() => {
    if (isUnfolded) text.current?.focus()
  }, [isUnfolded])
  if (!isFolded) {
    return isUnfolded ? (
      <div ref={text} className={styles.text} tabIndex={-1}>
        {children}
      </div>
    ) : (
      children
    )
  }
  return (
    <p className={styles.folded}>
      <span>{t('folded.text', { name })}</span>
      <Button kind="plain" onClick={unfold}>
        {t('folded.show')}
      </Button>
    </p>
  )
}
