import type { Page } from 'playwright'
import type { SiteContent } from '#tests/browser/support/site-content.ts'

/** Who looks at a screen. */
export type Viewer = 'guest' | 'voter' | 'newcomer' | 'admin'

/** A screen in a state that is worth a picture. */
export interface Screen {
  /** The name of its files. */
  name: string
  viewer: Viewer
  path: (data: SiteContent) => string
  /** Brings the page from its heading into the state of the picture. */
  arrange?: (page: Page) => Promise<unknown>
  /** Prepares a page that has not been anywhere; the page is thrown away afterwards. */
  prepare?: (page: Page) => Promise<unknown>
  /** Only what a window shows, not the whole page. */
  isWindow?: boolean
  /** Widths in CSS pixels beside 1440 and 375. */
  moreWidths?: readonly number[]
  /** The one size, in CSS pixels, of a window that has no other. */
  onlySize?: { width: number; height: number }
}

/** The same path whatever there is. */
export const at = (path: string) => () => path
