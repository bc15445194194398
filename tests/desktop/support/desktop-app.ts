import type { Page } from 'playwright'

/** Visible content of a notification. */
export interface Shown {
  title: string
  body: string
}

/** The desktop app as a user sees it, on the stand-in or on Electron. */
export interface DesktopApp {
  /** Page of the main window; waits for it. */
  page(): Promise<Page>
  /** Number of open windows. */
  windows(): Promise<number>
  /** URLs opened in the system browser, oldest first. */
  opened(): Promise<string[]>
  /** Lines of the tray menu. */
  trayLines(): Promise<string[]>
  /** Clicks a line of the tray menu. */
  chooseInTray(label: string): Promise<void>
  /** Notifications so far, oldest first. */
  notifications(): Promise<Shown[]>
  /** Clicks the newest notification. */
  clickNotification(): Promise<void>
  /** Opens a deep link. */
  openLink(link: string): Promise<void>
  /** Quits like a user; returns leaked resources. */
  quit(): Promise<string[]>
}

/** Options of a start. */
export interface DesktopStart {
  /** userData folder. */
  profile: string
  args?: string[]
  locale?: 'en-US' | 'ko-KR'
}
