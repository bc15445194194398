/** Origin of the API, set when the app is built. */
declare const __API_URL__: string
/** Origin of Vite's server in `npm run desktop -- --watch`; null in every other build. */
declare const __DEV_SERVER__: string | null
