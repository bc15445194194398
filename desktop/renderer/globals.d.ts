/** The API's origin, set at build time; empty means the page's own. */
declare const __API_URL__: string
