import type { Page } from 'playwright'
import type { SiteContent } from '#tests/browser/support/site-content.ts'

/** Viewer of a screen. */
export type Viewer = 'guest' | 'voter' | 'newcomer' | 'admin'

/** A screen in a state to capture. */
export interface Screen {
  /** Base of the file names. */
  name: string
  viewer: Viewer
  path: (data: SiteContent) => string
  /** Brings the page from its heading into the captured state. */
  arrange?: (page: Page, data: SiteContent) => Promise<unknown>
  /** Prepares a new page, which is discarded afterwards. */
  prepare?: (page: Page, data: SiteContent) => Promise<unknown>
  /** Captures the visible window instead of the whole page. */
  isWindow?: boolean
  /** Widths in CSS pixels in addition to 1440 and 375. */
  moreWidths?: readonly number[]
  /** Size in CSS pixels of a window with a fixed size. */
  onlySize?: { width: number; height: number }
}

/** A path that does not depend on the data. */
export const at = (path: string) => () => path
