import { confirm } from '#desktop/renderer/components/confirm.ts'
import { showFailure, showToast } from '#desktop/renderer/components/toast.ts'
import { failureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import { blocksTexts } from '#shared/i18n/screens/blocks.ts'
import { type BlockChange, useSaveBlock } from './api.ts'

const TOAST_ID = 'block'
const UNDO_MS = 8_000

/** Returns functions that block, after a question, and unblock; a toast undoes either. */
export function useChangeBlock() {
  const language = useLanguage()
  const t = useTexts(blocksTexts)
  const { mutateAsync, isPending } = useSaveBlock(useUser()?.id ?? null)

  const save = (change: BlockChange, onDone?: () => void) =>
    mutateAsync(change).then(
      () => {
        const { person, isBlocked } = change
        const text = t(isBlocked ? 'block.added' : 'block.removed', { name: person.nickname })
        const undo = () => save({ person, isBlocked: !isBlocked })
        const action = { text: t('block.undo'), act: undo }
        showToast({ id: TOAST_ID, text, tone: 'info', action }, UNDO_MS)
        onDone?.()
      },
      (error: unknown) =>
        showFailure(TOAST_ID, `${t('block.failed')} ${failureText(language, error) ?? ''}`),
    )
  const block = async (person: BlockChange['person']) => {
    const agrees = await confirm({
      text: t('block.confirm', { name: person.nickname }),
      yes: t('block.action'),
      no: t('block.cancel'),
    })
    if (agrees) save({ person, isBlocked: true })
  }
  const unblock = (person: BlockChange['person'], onDone?: () => void) =>
    save({ person, isBlocked: false }, onDone)
  return { block, unblock, isPending }
}
