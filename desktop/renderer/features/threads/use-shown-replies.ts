import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Reply } from '#shared/contract/replies.ts'
import { arrange } from './arrange.ts'

/** Whether the end of a list can be seen, and nobody types below it. */
function isAtEnd(end: HTMLElement | null): boolean {
  if (!end || document.activeElement instanceof HTMLTextAreaElement) return false
  return end.getBoundingClientRect().top <= innerHeight
}

const idsOf = (joined: string): number[] => (joined === '' ? [] : joined.split(',').map(Number))

/**
 * The replies on the screen. What arrives by itself joins them only at the end of the list, where it moves
 * nothing that is being read; `showAll` lets in what waits, and the next fetch of the reader's own. Another
 * `list` starts anew.
 */
export function useShownReplies(
  fetched: readonly Reply[] | undefined,
  end: RefObject<HTMLElement | null>,
  list: number | null,
) {
  const [order, setOrder] = useState<readonly number[] | null>(null)
  const [lastList, setLastList] = useState(list)
  const admits = useRef(false)
  if (lastList !== list) {
    setLastList(list)
    setOrder(null)
  }
  const ids = fetched?.map(({ id }) => id).join()
  useLayoutEffect(() => {
    if (ids === undefined) return
    const isAdmitted = admits.current || isAtEnd(end.current)
    admits.current = false
    setOrder((known) => (known === null || isAdmitted ? idsOf(ids) : known))
  }, [ids, end])

  return {
    ...arrange(fetched ?? [], order),
    showAll() {
      admits.current = true
      if (ids !== undefined) setOrder(idsOf(ids))
    },
  }
}
