import { releaseUrl } from './release-url.mjs'

/** API URL of the desktop app; by default the address that `npm start` prints. */
export const apiUrl = releaseUrl(
  'VITE_API_URL',
  process.env.VITE_API_URL || 'http://127.0.0.1:3000',
  true,
)
