/** Origin of the API, set when the app is built. */
declare const __API_URL__: string
