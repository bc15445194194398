import { Button } from '#desktop/renderer/components/button.tsx'
import { confirm } from '#desktop/renderer/components/confirm.ts'
import { Warning } from '#desktop/renderer/components/warning.tsx'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'

/** Says that a text was edited elsewhere while it is edited here; `onLoad` begins again with that text. */
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
