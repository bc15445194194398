import type { Locale } from '#shared/i18n/locale.ts'
import type { LivePrice } from './price.ts'

/** A public page to render for a guest. */
export interface PageRequest {
  /** Path and query, such as `/rounds?page=2`. */
  path: string
  locale: Locale
  /** Epoch milliseconds. */
  now: number
  /** Public origin of the site, for links. */
  origin: string
  /** Sends a GET request to the API as a guest; path and query. */
  fetchApi: (path: string) => Promise<Response>
  /** Removes everything from stored HTML that the content policy does not list. */
  sanitize: (html: string) => string
  /** Names of the ad slots in use. */
  adSlots: readonly string[]
}

/** State that the markup was rendered from; the browser's first render starts from it. */
export interface PageSeed {
  locale: Locale
  /** Epoch milliseconds of the render. */
  now: number
  price: LivePrice | null
  queries: readonly SeededQuery[]
}

export interface SeededQuery {
  key: readonly unknown[]
  data: unknown
  /** Epoch milliseconds; 0 for data that the browser fetches again at once. */
  updatedAt: number
}

export interface RenderedPage {
  /** 404 when the API refuses the content of this path; 500 when it failed. Without markup then. */
  status: 200 | 404 | 500
  title: string
  html: string
  seed: PageSeed
}

/** Renders a page of the web build; the export `renderPage` of its server entry. */
export type RenderPage = (request: PageRequest) => Promise<RenderedPage>
