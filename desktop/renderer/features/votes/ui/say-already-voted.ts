import { showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'

/** Says that this period's vote is cast; however often it is said, it is seen once. */
export function sayAlreadyVoted(text: string): void {
  showToast({ id: 'alreadyVotedToast', text, tone: 'bad' }, TOAST_MS.vote)
}
