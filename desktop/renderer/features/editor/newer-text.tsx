import { useState } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { confirm } from '#desktop/renderer/components/confirm.ts'
import { Warning } from '#desktop/renderer/components/warning.tsx'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'

/** The notice of a text that was edited elsewhere while it is edited here; `onLoad` begins again with that text. */
export function NewerText({ onLoad }: { onLoad: () => void }) {
  const t = useTexts(editorTexts)
  return (
    <Warning>
      <p>{t('newer.text')}</p>
      <Button kind="plain" onClick={onLoad}>
        {t('newer.load')}
      </Button>
    </Warning>
  )
}

/**
 * Texts that an edit has sent, perhaps before a reload, from which `restored` is left (null for none): one of them is
 * stored if the reply of a save was lost, and is no change elsewhere.
 */
export function useSentTexts(restored: string | null) {
  const [sent, setSent] = useState(restored === null ? [] : [restored])
  return {
    has: (text: string) => sent.includes(text),
    add: (text: string) => setSent((before) => [...before, text]),
  }
}

/** Returns a function that resolves to whether the text of an edit replaces what was written elsewhere. */
export function useConfirmReplace(): () => Promise<boolean> {
  const t = useTexts(editorTexts)
  return () =>
    confirm({
      text: `${t('newer.text')} ${t('newer.replace')}`,
      yes: t('newer.replaceYes'),
      no: t('newer.replaceNo'),
    })
}
