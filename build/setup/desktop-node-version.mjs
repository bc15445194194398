import { requireNode } from './node-version.mjs'

/** Oldest Node for Electron's packages; the server runs on an older one. */
export const DESKTOP_NODE = '22.12.0'

// Imported for its effect, by the scripts of the desktop app.
requireNode(`>=${DESKTOP_NODE}`, 'The desktop app')
