import type { Page } from 'playwright'

/** A notification as a person reads it. */
export interface Shown {
  title: string
  body: string
}

/**
 * The desktop app as a person has it before them, on the stand-in or on the true Electron: the
 * journeys know nothing else of it.
 */
export interface DesktopApp {
  /** The page of the main window; waits for it. */
  page(): Promise<Page>
  /** How many windows are open. */
  windows(): Promise<number>
  /** The addresses that were opened in the system's browser, oldest first. */
  opened(): Promise<string[]>
  /** What the menu of the tray says, line by line. */
  trayLines(): Promise<string[]>
  /** A click on a line of it. */
  chooseInTray(label: string): Promise<void>
  /** The notifications so far, oldest first. */
  notifications(): Promise<Shown[]>
  /** A click on the newest one. */
  clickNotification(): Promise<void>
  /** The system opens a link into the app. */
  openLink(link: string): Promise<void>
  /** Quits as a person does, and answers what was left running. */
  quit(): Promise<string[]>
}

/** How the app is started, once and again. */
export interface DesktopStart {
  /** The folder that a person's app keeps its things in. */
  profile: string
  args?: string[]
  locale?: 'en-US' | 'ko-KR'
}
