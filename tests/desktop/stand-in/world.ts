import type { StandInApp } from './app.ts'
import type { Frames } from './frames.ts'
import type { StandInIpcMain } from './ipc-main.ts'
import type { PageNames } from './page-script.ts'
import type { Pages } from './pages.ts'
import type { Protocols } from './protocol.ts'
import type { Sessions } from './session.ts'

/** Shared state of one start. */
export interface World {
  app: StandInApp
  frames: Frames
  ipcMain: StandInIpcMain
  names: PageNames
  pages: Pages
  protocols: Protocols
  sessions: Sessions
}
