/** Where the desktop app finds the API unless it is told at build time: what `npm start` prints. */
export const apiUrl = process.env.VITE_API_URL || 'http://127.0.0.1:3000'
