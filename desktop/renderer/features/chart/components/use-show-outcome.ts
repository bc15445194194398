import { showFailure, showToast } from '#desktop/renderer/components/toast.ts'
import type { Outcome } from '#desktop/renderer/features/levels/level-changes.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { levelTexts } from '#shared/i18n/screens/levels.ts'

const TOAST_ID = 'level'
const UNDO_MS = 8_000

/** Returns a function that says that a change of alerts was made, with a button to undo it, or why not. */
export function useShowOutcome() {
  const t = useTexts(levelTexts)
  const showRefusal = (outcome: Outcome) => {
    if ('refusal' in outcome && outcome.refusal) showFailure(TOAST_ID, outcome.refusal)
  }
  return async (change: Promise<Outcome>, text: string): Promise<void> => {
    const outcome = await change
    if ('refusal' in outcome) return showRefusal(outcome)
    const undo = () => void outcome.undo().then(showRefusal)
    const action = { text: t('level.undo'), act: undo }
    showToast({ id: TOAST_ID, text, tone: 'info', action }, UNDO_MS)
  }
}
