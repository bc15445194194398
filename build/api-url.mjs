/** Default API URL of the desktop app: the address that `npm start` prints. */
export const apiUrl = process.env.VITE_API_URL || 'http://127.0.0.1:3000'
