import { ShowSelectionExtension } from '@blocknote/core/extensions'
import {
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { RichTextEditor } from '#desktop/renderer/features/editor/engine/schema.ts'
import { isComposing } from '#desktop/renderer/platform/is-composing.ts'

interface StepKeys {
  next: readonly string[]
  previous: readonly string[]
}

/**
 * Moves the focus from the item at `index` to the next or previous one, cyclically, or to an end by Home
 * and End. Returns whether it handled the key.
 */
export function moveFocus(
  items: readonly HTMLElement[],
  index: number,
  key: string,
  keys: StepKeys,
): boolean {
  let target: number | undefined
  if (keys.next.includes(key)) target = index + 1
  if (keys.previous.includes(key)) target = index - 1
  if (key === 'Home') target = 0
  if (key === 'End') target = items.length - 1
  if (target === undefined) return false
  items.at(target % items.length)?.focus()
  return true
}

const TOOLS = '[data-tool]'
const TOOLBAR_KEYS = { next: ['ArrowRight'], previous: ['ArrowLeft'] }

const toolsOf = (toolbar: HTMLElement) => [...toolbar.querySelectorAll<HTMLElement>(TOOLS)]

/** Roving tabindex: Tab reaches the tool used last, arrow keys the others. Returns the handlers. */
export function useRovingFocus(toolbar: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    // Tools appear and disappear, such as the table menu; one must always be reachable.
    const tools = toolbar.current ? toolsOf(toolbar.current) : []
    if (!tools.some((tool) => tool.tabIndex === 0)) tools[0]?.setAttribute('tabindex', '0')
  })

  const makeTabStop = (tool: HTMLElement) => {
    if (!toolbar.current) return
    for (const other of toolsOf(toolbar.current)) other.tabIndex = other === tool ? 0 : -1
  }

  return {
    onFocus(event: { target: EventTarget }) {
      if (event.target instanceof HTMLElement && event.target.matches(TOOLS)) {
        makeTabStop(event.target)
      }
    },
    onKeyDown(event: ReactKeyboardEvent<HTMLElement>) {
      const { target } = event
      if (!toolbar.current || !(target instanceof HTMLElement) || !target.matches(TOOLS)) return
      const tools = toolsOf(toolbar.current)
      if (moveFocus(tools, tools.indexOf(target), event.key, TOOLBAR_KEYS)) event.preventDefault()
    },
  }
}

/** Calls `onEscape` for Escape inside `root`, except in a menu, a dialog or an IME composition. */
export function useEscape(
  root: RefObject<HTMLElement | null>,
  onEscape: (target: HTMLElement) => void,
): void {
  const latest = useRef(onEscape)
  useLayoutEffect(() => {
    latest.current = onEscape
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key !== 'Escape' || isComposing(event) || !(target instanceof HTMLElement)) return
      if (!target.closest('[popover], dialog')) latest.current(target)
    }
    const element = root.current
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [root])
}

const SELECTION_KEY = 'tools'

/** Highlights the text selection while the toolbar or a dialog has the focus. */
export function useVisibleSelection(editor: RichTextEditor, root: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = root.current
    const show = (isShown: boolean) =>
      editor.getExtension(ShowSelectionExtension)?.showSelection(isShown, SELECTION_KEY)
    const onFocusIn = ({ target }: FocusEvent) =>
      show(target instanceof Node && !editor.domElement?.contains(target))
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && element?.contains(relatedTarget))) show(false)
    }
    element?.addEventListener('focusin', onFocusIn)
    element?.addEventListener('focusout', onFocusOut)
    return () => {
      element?.removeEventListener('focusin', onFocusIn)
      element?.removeEventListener('focusout', onFocusOut)
    }
  }, [editor, root])
}

const CHANGES = ['keydown', 'beforeinput', 'paste', 'cut', 'drop', 'click'] as const

/** Ignores what would change the text while it is saved. The focus stays, and keys are no shortcuts. */
export function useReadOnly(root: RefObject<HTMLElement | null>, isReadOnly: boolean): void {
  useLayoutEffect(() => {
    const element = root.current
    if (!element || !isReadOnly) return
    const ignore = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key === 'Tab') return
      event.preventDefault()
      event.stopPropagation()
    }
    for (const type of CHANGES) element.addEventListener(type, ignore, { capture: true })
    return () => {
      for (const type of CHANGES) element.removeEventListener(type, ignore, { capture: true })
    }
  }, [root, isReadOnly])
}

/** Makes everything outside `element` inert, except toasts and dialogs. Returns the undo function. */
function makeOthersInert(element: HTMLElement): () => void {
  const inert: Element[] = []
  for (let inner: HTMLElement = element; inner.parentElement; inner = inner.parentElement) {
    for (const sibling of inner.parentElement.children) {
      if (sibling === inner || sibling.matches('[inert], [popover], dialog, script')) continue
      if (sibling.querySelector('[popover]:popover-open, dialog[open]')) continue
      sibling.setAttribute('inert', '')
      inert.push(sibling)
    }
    if (inner.parentElement === document.body) break
  }
  return () => {
    for (const sibling of inert) sibling.removeAttribute('inert')
  }
}

/** Full screen within the window; the keyboard cannot leave the element. */
export function useFullscreen(root: RefObject<HTMLElement | null>) {
  const [isOn, setOn] = useState(false)
  useLayoutEffect(() => {
    if (!isOn || !root.current) return
    const restore = makeOthersInert(root.current)
    document.documentElement.dataset.fullscreen = ''
    return () => {
      restore()
      delete document.documentElement.dataset.fullscreen
    }
  }, [isOn, root])
  return { isOn, leave: () => setOn(false), toggle: () => setOn(!isOn) }
}
