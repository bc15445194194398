import type { DesktopEvents, EventName } from '#desktop/bridge/calls.ts'

/** The windows of the app. A closed one is gone: the tray and the stream go on without it. */
export interface Windows {
  /** Shows the main window, made anew when there is none, at a path when one is given. */
  showMain(path?: string): void
  /** Shows or closes the mini ticker, as the settings say. */
  setMini(isOpen: boolean): void
  /** Whether the main window is in front of its person. */
  isMainFocused(): boolean
  /** Tells every window. */
  tell<Name extends EventName>(name: Name, news: DesktopEvents[Name]): void
}
