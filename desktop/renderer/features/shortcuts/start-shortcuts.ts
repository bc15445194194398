import { isComposing } from '#desktop/renderer/platform/is-composing.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { createKeyMatcher, detectKeyboard, type KeyMatch } from './match-keys.ts'
import { runOnPage } from './page-actions.ts'
import { areShortcutsOn } from './shortcut-setting.ts'

/** Where keys are typed or already have a use. */
const FIELDS = 'input, textarea, select, [contenteditable="true"], [role="toolbar"], [popover]'
const EDITOR = '[contenteditable="true"]'
/** Toasts are manual popovers, which cover nothing. */
const OVERLAYS = 'dialog[open], [popover]:not([popover="manual"]):popover-open'

/** Runs the keyboard shortcuts of the page. */
export function startShortcuts(services: Services, navigate: (path: string) => void): void {
  const { platform, session } = services
  const isDesktop = platform.desktop !== null
  const match = createKeyMatcher({ ...detectKeyboard(isDesktop), now: () => performance.now() })

  const run = ({ id, index, path }: KeyMatch, target: EventTarget | null): boolean => {
    if (id === 'help') return showSheet(services)
    if (path === undefined) {
      const field = target instanceof Element ? target.closest(`form, ${FIELDS}`) : null
      return runOnPage(id, index, field)
    }
    const isGuest = session.state.getState().status === 'guest'
    navigate(path === PATHS.profile && isGuest ? PATHS.login : path)
    return true
  }
  const onKey = (event: KeyboardEvent) => {
    const { target } = event
    const isInField = target instanceof Element && target.closest(FIELDS) !== null
    const found = match({
      key: event.key,
      code: event.code,
      altKey: event.altKey,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      shiftKey: event.shiftKey,
      repeat: event.repeat,
      isAltGraph: event.getModifierState('AltGraph'),
      isComposing: isInField ? isComposing(event) : event.isComposing,
      isInField,
    })
    if (!found || document.querySelector(OVERLAYS)) return
    // The editor makes links by the same key.
    if (found.id === 'search' && target instanceof Element && target.closest(EDITOR)) return
    if (!areShortcutsOn(platform.preferences)) return
    if (!run(found, target)) return
    event.preventDefault()
    event.stopPropagation()
  }
  // Before the editor, which has a use for Ctrl+Enter.
  document.addEventListener('keydown', onKey, true)
}

/** Whether the sheet loads or is open. A second load could end after the sheet was closed, and open it again. */
let isSheetShown = false

/** Loads the sheet, which is seldom opened. */
function showSheet(services: Services): true {
  if (isSheetShown) return true
  isSheetShown = true
  const onClosed = () => {
    isSheetShown = false
  }
  import('./shortcut-sheet.tsx').then(
    ({ openSheet }) => openSheet(services, onClosed),
    (error: unknown) => {
      onClosed()
      console.warn(error)
    },
  )
  return true
}
