import { useState } from 'react'
import { useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import type { BlockedPeople } from '#shared/contract/blocks.ts'
import { blocksTexts } from '#shared/i18n/screens/blocks.ts'
import { useBlockedPeople } from './api.ts'

/** An author of a text; without a code for one of an erased account. */
interface TextAuthor {
  uniqueCode: string
  nickname: string
}

const sets = new WeakMap<BlockedPeople, ReadonlySet<string>>()

/** The codes of a list; one set for all rows of a page. */
function codesOf(people: BlockedPeople): ReadonlySet<string> {
  const codes = sets.get(people) ?? new Set(people.map(({ uniqueCode }) => uniqueCode))
  sets.set(people, codes)
  return codes
}

/**
 * Whom the viewer has blocked. Until that is known, texts wait, so that none is shown and then folded; offline
 * they do not.
 */
export function useBlocked() {
  const userId = useUser()?.id ?? null
  const { data, isFetched, isPaused } = useBlockedPeople(userId)
  return {
    isKnown: userId === null || isFetched || isPaused,
    isBlocked: (code: string) => userId !== null && data !== undefined && codesOf(data).has(code),
  }
}

/** Returns a function for the title of a text in a list, or in its place that its author is blocked. */
export function useFoldTitle() {
  const t = useTexts(blocksTexts)
  const { isBlocked } = useBlocked()
  return ({ uniqueCode, nickname }: TextAuthor, title: string) => {
    const isFolded = isBlocked(uniqueCode)
    return { isFolded, title: isFolded ? t('folded.title', { name: nickname }) : title }
  }
}

/** `useFoldTitle` for one text. */
export const useFoldedTitle = (author: TextAuthor, title: string) => useFoldTitle()(author, title)

/** A text that is folded while its author is blocked, until the reader unfolds it. */
export interface Fold {
  name: string
  isFolded: boolean
  /** Whether the reader has unfolded it. */
  isUnfolded: boolean
  unfold: () => void
}

/** Whether a text of `author` is folded; a title outside `FoldedText` depends on it too. */
export function useFold({ uniqueCode, nickname }: TextAuthor): Fold {
  const isBlocked = useBlocked().isBlocked(uniqueCode)
  const [isUnfolded, setUnfolded] = useState(false)
  return {
    name: nickname,
    isFolded: isBlocked && !isUnfolded,
    isUnfolded: isBlocked && isUnfolded,
    unfold: () => setUnfolded(true),
  }
}
