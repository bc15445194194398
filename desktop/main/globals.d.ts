/** Origin of the API, set when the app is built. */
declare const __API_URL__: string

/** Google's client secret of the desktop app, set when the app is built; '' for none. */
declare const __GOOGLE_DESKTOP_CLIENT_SECRET__: string
