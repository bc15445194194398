import { showFailure, showToast } from '#desktop/renderer/components/toast.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { levelTexts } from '#shared/i18n/screens/levels.ts'
import type { Outcome } from './level-changes.ts'

const TOAST_ID = 'level'
const UNDO_MS = 8_000

const showRefusal = (outcome: Outcome) => {
  if ('refusal' in outcome && outcome.refusal) showFailure(TOAST_ID, outcome.refusal)
}

/** Returns a function that says that a change of levels was made, with a button to undo it. */
export function useShowUndo() {
  const t = useTexts(levelTexts)
  return (undo: () => Promise<Outcome>, text: string): void => {
    const action = { text: t('level.undo'), act: () => void undo().then(showRefusal) }
    showToast({ id: TOAST_ID, text, tone: 'info', action }, UNDO_MS)
  }
}

/** Returns a function that says that a change of levels was made, with a button to undo it, or why not. */
export function useShowOutcome() {
  const showUndo = useShowUndo()
  return async (change: Promise<Outcome>, text: string): Promise<void> => {
    const outcome = await change
    if ('refusal' in outcome) showRefusal(outcome)
    else showUndo(outcome.undo, text)
  }
}
